// Invented media for the gallery: drawn pictures, and a sound of one second.
import type { MediaView } from '../areas/conversation/media/mediaViews';

function picture(width: number, height: number, drawing: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const room = picture(
  528,
  300,
  '<rect width="528" height="300" fill="#cddde4"/><rect x="36" y="32" width="184" height="132" fill="#f4f8fa"/><rect y="224" width="528" height="76" fill="#8fa9b0"/><rect x="256" y="148" width="224" height="92" rx="8" fill="#e4c9a0"/>',
);
const portrait = picture(
  300,
  528,
  '<rect width="300" height="528" fill="#d9c9b6"/><circle cx="150" cy="220" r="90" fill="#7b5c4a"/>',
);
const sticker = picture(
  128,
  128,
  '<circle cx="64" cy="64" r="56" fill="#f0b93e"/><circle cx="44" cy="54" r="8" fill="#14171d"/><circle cx="84" cy="54" r="8" fill="#14171d"/><path d="M38 78q26 28 52 0" fill="none" stroke="#14171d" stroke-width="6"/>',
);

/** A WAV file whose volume rises and falls. */
export const sound = URL.createObjectURL(new Blob([wav()], { type: 'audio/wav' }));

export const mediaSamples = {
  image: { kind: 'image', src: room, width: 528, height: 300 },
  portrait: { kind: 'image', src: portrait, width: 300, height: 528 },
  video: { kind: 'video', src: sound, seconds: 41, width: 210, height: 112 },
  sticker: { kind: 'sticker', src: sticker },
} as const satisfies Record<string, MediaView>;

function wav(): ArrayBuffer {
  const rate = 8000;
  const buffer = new ArrayBuffer(44 + rate);
  const view = new DataView(buffer);
  const text = (at: number, letters: string): void =>
    letters.split('').forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  text(0, 'RIFF');
  view.setUint32(4, 36 + rate, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, 'data');
  view.setUint32(40, rate, true);
  for (let index = 0; index < rate; index += 1) {
    const loud = Math.abs(Math.sin(index / 300)) * Math.abs(Math.cos(index / 1900));
    view.setUint8(44 + index, 128 + Math.round(100 * loud * Math.sin(index / 3)));
  }
  return buffer;
}
