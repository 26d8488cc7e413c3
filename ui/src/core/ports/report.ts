// Writes reports to the browser's console. Reports carry codes, never message texts or secrets.
import type { Report } from 'core-wasm';

export function report({ level, code, detail }: Report): void {
  const line = detail === '' ? code : `${code}: ${detail}`;
  switch (level) {
    case 'info':
      return console.debug(line);
    case 'warning':
      return console.warn(line);
    case 'error':
      return console.error(line);
  }
}
