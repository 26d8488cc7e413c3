// Opens an external page in a new tab that has no access to this one (SHELL-049). An address that cannot be opened is reported.
import { report } from './report';

export function openInNewTab(url: string): void {
  try {
    window.open(url, '_blank', 'noopener,noreferrer');
  } catch (failure) {
    if (!(failure instanceof DOMException)) throw failure;
    report({ level: 'warning', code: 'openUrl', detail: 'no address that can be opened' });
  }
}
