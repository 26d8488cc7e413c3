// What the browser shows of this page outside of it: the title and the icon of its tab. A page has a title; while something waits for the agent the tab
// says so instead, with a mark on its icon (BEY-028).

export type TabMark = 'unread' | 'ringing';

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
    quietIcon = undefined;
    return;
  }
  quietIcon ??= icon.href;
  const marked = new URL(`favicon-${waiting.mark}.svg`, new URL(import.meta.env.BASE_URL, window.location.href)).href;
  if (icon.href !== marked) icon.href = marked;
}
