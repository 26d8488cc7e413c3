// Vite's loader requests a style sheet once per page. If that failed, this requests it again before the part that
// needs it.

const failed = new Set<HTMLLinkElement>();

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  true,
);

export async function withSheets<Part>(load: () => Promise<Part>): Promise<Part> {
  await Promise.all(Array.from(failed, reload));
  return load();
}

/** Inserted at the same position, so that the order of the sheets is kept. */
function reload(link: HTMLLinkElement): Promise<void> {
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
      reject(new Error(`the style sheet ${link.href} could not be loaded`));
    };
    link.after(next);
  });
}
