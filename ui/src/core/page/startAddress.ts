// The address with which the page was opened. A link for a new password carries a temporary token, in the fragment or, in links of earlier versions, in the
// query. Only the fragment reaches no server, proxy or log. The token must remain neither in the address nor in the history.

/** The path for the start of the core, with fragment and query as its query; removes both from the address. */
export function takeStartPath(base: string): string {
  const { pathname, search, hash } = window.location;
  const path = pathname.startsWith(base) ? pathname.slice(base.length) || '/' : pathname;
  const fields = [hash.slice(1), search.slice(1)].filter((part) => part !== '').join('&');
  if (fields === '') return path;
  window.history.replaceState(window.history.state, '', pathname);
  return `${path}?${fields}`;
}

/** If the page of a link is already shown, opening the link changes only the fragment and does not load the page. */
export function isLinkInAddress(): boolean {
  const { pathname, hash } = window.location;
  return /\/reset-password\/?$/.test(pathname) && new URLSearchParams(hash.slice(1)).has('token');
}
