// What Firefox 60 to 68 lack and the page's libraries (lists, floating layers) take for granted. Newer browsers load nothing of it.

/** Before anything is rendered. */
export async function addMissingParts(page: { ResizeObserver?: unknown } = window): Promise<void> {
  if (typeof page.ResizeObserver === 'function') return;
  const { ResizeObserver } = await import('@juggle/resize-observer');
  page.ResizeObserver = ResizeObserver;
}
