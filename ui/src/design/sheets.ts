// A style sheet that did not arrive would be missed for as long as the page lives, because the build's loader asks for each one once: who asks for a part
// again has its sheet asked for again before.

const failed = new Set<HTMLLinkElement>();

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  true,
);

export async function withSheets<Part>(load: () => Promise<Part>): Promise<Part> {
  await Promise.all(Array.from(failed, askAgain));
  return load();
}

/** In its place, so that what overrides what stays as it was. */
function askAgain(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = link.cloneNode() as HTMLLinkElement;
    next.onload = () => {
      failed.delete(link);
      link.remove();
      resolve();
    };
    next.onerror = () => {
      failed.delete(next);
      next.remove();
      reject(new Error(`the style sheet ${link.href} did not arrive`));
    };
    link.after(next);
  });
}
