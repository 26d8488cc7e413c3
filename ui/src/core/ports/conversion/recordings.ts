// Converts sounds and videos to a container that the messenger accepts. A track with the right codec is copied packet
// by packet, without WebCodecs and without loss; a sound with another codec is encoded if the browser has an encoder.
import {
  AdtsOutputFormat,
  BufferSource,
  BufferTarget,
  Conversion,
  FlacInputFormat,
  Input,
  MatroskaInputFormat,
  Mp3InputFormat,
  Mp4InputFormat,
  Mp4OutputFormat,
  OggInputFormat,
  OggOutputFormat,
  Output,
  QuickTimeInputFormat,
  WavOutputFormat,
  WaveInputFormat,
  WebMInputFormat,
  type AudioCodec,
  type ConversionAudioOptions,
  type OutputFormat,
} from 'mediabunny';
import { withExtension } from './renamed';

interface Recipe {
  format: () => OutputFormat;
  sound: AudioCodec;
  /** Videos are only copied, because encoding a video takes minutes. */
  isVideo: boolean;
  type: string;
  ending: string;
}

const mp4 = () => new Mp4OutputFormat({ fastStart: 'in-memory' });

const recipes: Readonly<Record<'ogg' | 'm4a' | 'aac' | 'mp4' | 'wav', Recipe>> = {
  ogg: { format: () => new OggOutputFormat(), sound: 'opus', isVideo: false, type: 'audio/ogg', ending: 'ogg' },
  m4a: { format: mp4, sound: 'aac', isVideo: false, type: 'audio/mp4', ending: 'm4a' },
  aac: { format: () => new AdtsOutputFormat(), sound: 'aac', isVideo: false, type: 'audio/aac', ending: 'aac' },
  mp4: { format: mp4, sound: 'aac', isVideo: true, type: 'video/mp4', ending: 'mp4' },
  wav: { format: () => new WavOutputFormat(), sound: 'pcm-s16', isVideo: false, type: 'audio/wav', ending: 'wav' },
};

/** One channel for speech, like voice messages; uncompressed with 16,000 samples a second. */
const speech = (sound: AudioCodec): ConversionAudioOptions =>
  sound === 'pcm-s16'
    ? { codec: sound, numberOfChannels: 1, sampleRate: 16_000 }
    : { codec: sound, numberOfChannels: 1, bitrate: 32_000 };

const inputFormats = () => [
  new WebMInputFormat(),
  new MatroskaInputFormat(),
  new Mp4InputFormat(),
  new QuickTimeInputFormat(),
  new OggInputFormat(),
  new WaveInputFormat(),
  new FlacInputFormat(),
  new Mp3InputFormat(),
];

/**
 * Encodes a recording as AAC, or as WAV where the browser does not encode AAC: messengers that accept AAC also accept
 * WAV.
 */
export async function toRecording(
  file: File,
  to: 'ogg' | 'm4a' | 'aac' | 'mp4',
  progressed: (part: number) => void,
  signal: AbortSignal,
): Promise<File> {
  const made = await convertMedia(file, recipes[to], progressed, signal);
  if (made !== undefined) return made;
  const wav = to === 'm4a' ? await convertMedia(file, recipes.wav, progressed, signal) : undefined;
  if (wav === undefined) throw new Error('this browser cannot convert the file');
  return wav;
}

/** Undefined if the browser lacks a codec. */
async function convertMedia(
  file: File,
  { format, sound, isVideo, type, ending }: Recipe,
  progressed: (part: number) => void,
  signal: AbortSignal,
): Promise<File | undefined> {
  // The files of old engines have no `arrayBuffer`.
  const source = new BufferSource(await new Response(file).arrayBuffer());
  const input = new Input({ source, formats: inputFormats() });
  const audio = await input.getPrimaryAudioTrack();
  const video = await input.getPrimaryVideoTrack();
  const audioCodec = await audio?.getCodec();
  if (isVideo && ((await video?.getCodec()) !== 'avc' || (audioCodec ?? sound) !== sound))
    throw new Error('the film has other codecs than H.264 and AAC');
  if (!isVideo && audio === null) throw new Error('the file has no sound');
  const target = new BufferTarget();
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: format(), target }),
    ...(isVideo ? {} : { video: { discard: true } }),
    // A voice message has one channel.
    audio: audioCodec === sound ? {} : speech(sound),
    tags: {},
    showWarnings: false,
  });
  const kept = conversion.utilizedTracks.map((track) => track.type);
  if (!conversion.isValid || (isVideo ? kept.length !== (audio === null ? 1 : 2) : !kept.includes('audio')))
    return undefined;
  conversion.onProgress = progressed;
  const cancel = (): void => void conversion.cancel();
  signal.addEventListener('abort', cancel);
  try {
    if (signal.aborted) throw new Error('cancelled');
    await conversion.execute();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  if (target.buffer === null) throw new Error('nothing was written');
  return new File([target.buffer], withExtension(file.name, ending), { type });
}
