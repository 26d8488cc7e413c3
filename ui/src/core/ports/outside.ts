// A page outside the product opens in a tab of its own, which cannot reach this one (SHELL-049). An address that no browser can open is written down.
import { report } from './report';

export function openOutside(url: string): void {
  try {
    window.open(url, '_blank', 'noopener,noreferrer');
  } catch (failure) {
    if (!(failure instanceof DOMException)) throw failure;
    report({ level: 'warning', code: 'openUrl', detail: 'no address that can be opened' });
  }
}
