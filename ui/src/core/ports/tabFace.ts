// Title and icon of the browser tab. While a call or message waits for the agent, the tab shows that instead of the page's title, with a mark on
// its icon (BEY-028). The marked icons are inlined, and an operator's is drawn when it is loaded: requested on demand they would fail without
// the server.
import ringing from './icons/ringing.svg?inline';
import unread from './icons/unread.svg?inline';

export type TabMark = 'unread' | 'ringing';

const icons: Record<TabMark, string> = { unread, ringing };

let pageTitle = '';
let waiting: { mark: TabMark; title: string } | undefined;
/** The icon without a mark, stored while a mark is shown. */
let quietIcon: string | undefined;
/** The operator's icon, and its copy with the dot once that is drawn; for a ringing call the built-in bell is shown. */
let operatorIcon: { address: string; unread?: string | undefined } | undefined;

export function showPageTitle(title: string): void {
  pageTitle = title;
  showPresentIcon();
}

/** Shows the loaded icon at once, or as soon as nothing waits for the agent. */
export function showIcon(address: string): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon === null) return;
  icon.removeAttribute('type');
  if (quietIcon === undefined) icon.href = address;
  else quietIcon = address;
  if (operatorIcon?.address === address) return;
  const added: typeof operatorIcon = { address };
  operatorIcon = added;
  import('./dottedIcon')
    .then(({ iconWithDot }) => iconWithDot(address))
    .then((drawn) => {
      added.unread = drawn;
      showPresentIcon();
    })
    .catch(() => undefined);
}

/** Undefined: nothing waits for the agent. */
export function showWaiting(next: { mark: TabMark; title: string } | undefined): void {
  waiting = next;
  showPresentIcon();
}

function showPresentIcon(): void {
  const title = waiting?.title ?? pageTitle;
  if (document.title !== title) document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon === null) return;
  if (waiting === undefined) {
    if (quietIcon !== undefined) icon.href = quietIcon;
    delete icon.dataset.mark;
    quietIcon = undefined;
    return;
  }
  quietIcon ??= icon.href;
  const marked = (waiting.mark === 'unread' ? operatorIcon?.unread : undefined) ?? icons[waiting.mark];
  if (icon.dataset.mark === waiting.mark && icon.href === marked) return;
  icon.dataset.mark = waiting.mark;
  icon.href = marked;
}
