// Polyfills that the page's libraries (lists, floating layers) need in Firefox 60 to 68. Newer browsers do not load
// them.

/** Must be called before the first render. */
export async function addMissingParts(page: { ResizeObserver?: unknown } = window): Promise<void> {
  if (typeof page.ResizeObserver === 'function') return;
  const { ResizeObserver } = await import('@juggle/resize-observer');
  page.ResizeObserver = ResizeObserver;
}
