// Vite's loader requests a style sheet once per page. If that request failed, this module requests the sheet again before the part that
// needs it.

const failedSheets = new Set<HTMLLinkElement>();

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedSheets.add(target);
  },
  true,
);

export async function withSheets<Part>(load: () => Promise<Part>): Promise<Part> {
  await Promise.all(Array.from(failedSheets, reloadSheet));
  return load();
}

/** Inserted at the same position, so that the order of the sheets is kept. */
function reloadSheet(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = link.cloneNode() as HTMLLinkElement;
    next.onload = () => {
      failedSheets.delete(link);
      link.remove();
      resolve();
    };
    next.onerror = () => {
      failedSheets.delete(next);
      next.remove();
      reject(new Error(`the style sheet ${link.href} could not be loaded`));
    };
    link.after(next);
  });
}
