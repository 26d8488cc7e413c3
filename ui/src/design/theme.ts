// The theme of the page: the agent's choice, else the system's preference, else light. Writes data-theme on <html>; stores nothing.
import media from './media.json';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type Theme = 'light' | 'dark';

export function resolveTheme(choice: ThemeChoice, systemPrefersDark: boolean): Theme {
  if (choice !== 'system') return choice;
  return systemPrefersDark ? 'dark' : 'light';
}

/** Shows the chosen theme and, while the choice is "system", follows the system until the returned function is called. */
export function applyTheme(choice: ThemeChoice, page: Window = window): () => void {
  const query = page.matchMedia(media.dark);
  const show = (): void => {
    page.document.documentElement.setAttribute('data-theme', resolveTheme(choice, query.matches));
  };
  show();
  if (choice !== 'system') return () => undefined;
  // Chrome 71 has no addEventListener here.
  query.addListener(show);
  return () => query.removeListener(show);
}
