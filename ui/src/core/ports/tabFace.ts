// What the browser shows of this page outside of it: the title and the icon of its tab. A page has a title; while something waits for the agent the tab
// says so instead, with a mark on its icon (BEY-028). The marked icons are part of the code, and an operator's is drawn when it arrives: asked for when
// they are needed, they would fail while the server is away.
import ringing from './icons/ringing.svg?inline';
import unread from './icons/unread.svg?inline';

export type TabMark = 'unread' | 'ringing';

const icons: Record<TabMark, string> = { unread, ringing };

let pageTitle = '';
let waiting: { mark: TabMark; title: string } | undefined;
/** The icon without a mark, while one is on it. */
let quietIcon: string | undefined;
/** The operator's icon, and the same with the dot once it is drawn; a call rings with the built-in bell. */
let own: { address: string; unread?: string | undefined } | undefined;

export function showPageTitle(title: string): void {
  pageTitle = title;
  paint();
}

/** Worn at once, or when nothing waits any more. */
export function showIcon(address: string): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon === null) return;
  icon.removeAttribute('type');
  if (quietIcon === undefined) icon.href = address;
  else quietIcon = address;
  if (own?.address === address) return;
  const worn: typeof own = { address };
  own = worn;
  import('./dottedIcon')
    .then(({ dotted }) => dotted(address))
    .then((drawn) => {
      worn.unread = drawn;
      paint();
    })
    .catch(() => undefined);
}

/** Undefined: nothing waits. */
export function showWaiting(news: { mark: TabMark; title: string } | undefined): void {
  waiting = news;
  paint();
}

function paint(): void {
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
  const marked = (waiting.mark === 'unread' ? own?.unread : undefined) ?? icons[waiting.mark];
  if (icon.dataset.mark === waiting.mark && icon.href === marked) return;
  icon.dataset.mark = waiting.mark;
  icon.href = marked;
}
