// Texts in the form that a search compares: lower case, without accents. The core folds in the same way.

export function foldForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
