// The test of microphone and speaker before a call: the agent's voice is recorded for 3 s and played back.
import type { DeviceChoice } from './commands';
import { openMicrophone } from './microphone';
import { Speaker } from './speaker';

export type VoiceTest = 'idle' | 'recording' | 'playing' | 'failed';

const recordedMs = 3_000;

/** Reports each state until the test is over; the returned function ends it without a report. */
export function testVoice(choice: DeviceChoice, report: (state: VoiceTest) => void): () => void {
  let ended = false;
  const releases: Array<() => void> = [];
  const end = (): void => {
    ended = true;
    releases.splice(0).forEach((release) => release());
  };
  const finish = (state: VoiceTest): void => {
    if (ended) return;
    end();
    report(state);
  };
  const run = async (): Promise<void> => {
    const { stream, track } = await openMicrophone(choice.microphone);
    releases.push(() => track.stop());
    if (ended) return end();
    const chunks: Blob[] = [];
    const recorder = new MediaRecorder(stream);
    recorder.ondataavailable = ({ data }) => chunks.push(data);
    recorder.onstop = () => {
      if (ended) return;
      track.stop();
      report('playing');
      const address = URL.createObjectURL(new Blob(chunks, { type: recorder.mimeType }));
      const speaker = new Speaker(choice.speaker, () => finish('failed'));
      releases.push(() => {
        speaker.close();
        URL.revokeObjectURL(address);
      });
      speaker.playFile(address, () => finish('idle'));
    };
    recorder.start();
    const timer = window.setTimeout(() => recorder.stop(), recordedMs);
    releases.push(() => window.clearTimeout(timer));
  };
  report('recording');
  run().catch(() => finish('failed'));
  return end;
}
