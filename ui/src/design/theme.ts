// The theme of the page: the agent's choice, else what the system prefers, else light. Writes data-theme on <html>; stores nothing.

export type ThemeChoice = 'system' | 'light' | 'dark';
export type Theme = 'light' | 'dark';

const darkQuery = '(prefers-color-scheme: dark)';

export function resolveTheme(choice: ThemeChoice, systemPrefersDark: boolean): Theme {
  if (choice !== 'system') return choice;
  return systemPrefersDark ? 'dark' : 'light';
}

/** Shows the chosen theme and, while the choice is "system", follows the system until the returned function is called. */
export function applyTheme(choice: ThemeChoice, page: Window = window): () => void {
  const query = page.matchMedia(darkQuery);
  const show = (): void => {
    page.document.documentElement.setAttribute('data-theme', resolveTheme(choice, query.matches));
  };
  show();
  if (choice !== 'system') return () => undefined;
  // addEventListener on a media query is younger than Chrome 71's and Firefox 60's addListener in some builds; both have addListener.
  query.addListener(show);
  return () => query.removeListener(show);
}
