// What the browser shows of this page outside of it: the title and the icon of its tab. A page has a title; while something waits for the agent the tab
// says so instead, with a mark on its icon (BEY-028). The marked icons are part of the code: asked for when they are needed, they would fail while the
// server is away.
import ringing from './icons/ringing.svg?inline';
import unread from './icons/unread.svg?inline';

export type TabMark = 'unread' | 'ringing';

const icons: Record<TabMark, string> = { unread, ringing };

let pageTitle = '';
let waiting: { mark: TabMark; title: string } | undefined;
/** The icon without a mark, while one is on it. */
let quietIcon: string | undefined;

export function showPageTitle(title: string): void {
  pageTitle = title;
  paint();
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
  if (icon.dataset.mark === waiting.mark) return;
  icon.dataset.mark = waiting.mark;
  icon.href = icons[waiting.mark];
}
