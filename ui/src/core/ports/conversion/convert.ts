// Converts a file that the messenger of a conversation does not accept into one that it accepts (docs/decisions/0083).
// The new type is the core's decision. Loaded when the first file needs it.
import type { Conversion } from 'core-wasm';

/** Converts a file; rejects if this browser cannot, and when the signal is aborted. `progressed`: 0 to 1. */
export type ConvertFile = (
  file: File,
  to: Conversion,
  progressed: (part: number) => void,
  signal: AbortSignal,
) => Promise<File>;

export const convertFile: ConvertFile = async (file, to, progressed, signal) => {
  switch (to) {
    case 'picture':
      return (await import('./pictures')).toPicture(file);
    case 'ogg':
    case 'm4a':
    case 'aac':
    case 'mp4':
      return (await import('./recordings')).toRecording(file, to, progressed, signal);
  }
};
