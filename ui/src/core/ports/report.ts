// The developer's log. Reports carry codes, never people's words and never secrets.
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
