// Finds what an unmounted sheet leaves behind on the page, because it would change the next sheet.

/** Theme and language are set by the gallery itself. */
const own = new Set(['data-theme', 'lang']);

/** Returns a function that lists the additions to the page since this call; call it while no sheet is mounted. */
export function watchRemains(page: Document): () => string[] {
  const marks = (): Map<string, string> => {
    const found = new Map<string, string>();
    for (const element of [page.documentElement, page.body, ...Array.from(page.body.children)])
      for (const { name, value } of Array.from(element.attributes))
        // Radix leaves an empty style attribute.
        if (!own.has(name) && value !== '') found.set(`${element.tagName.toLowerCase()}#${element.id} ${name}`, value);
    return found;
  };
  const marksAtStart = marks();
  const elementsAtStart = new Set(Array.from(page.body.children));
  return () => [
    ...[...marks()]
      .filter(([name, value]) => marksAtStart.get(name) !== value)
      .map(([name, value]) => `${name}="${value}"`),
    ...Array.from(page.body.children)
      .filter((element) => !elementsAtStart.has(element))
      .map((element) => element.outerHTML.slice(0, 100)),
    ...(page.activeElement === null || page.activeElement === page.body ? [] : ['the focus']),
    ...Object.keys(window.localStorage).map((key) => `${key} in the local storage`),
    ...Object.keys(window.sessionStorage).map((key) => `${key} in the session storage`),
  ];
}
