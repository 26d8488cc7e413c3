// Tests that no component contains texts: they come from the catalogues. The gallery, which is not part of the product, may
// contain texts.
import ts from 'typescript';
import { expect, test } from 'vitest';

const components = import.meta.glob<string>(['../**/*.tsx', '!../gallery/**', '!../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const spokenAttributes = new Set([
  'aria-label',
  'alt',
  'title',
  'placeholder',
  'label',
  'help',
  'error',
  'sentence',
  'description',
  'text',
  'clearLabel',
  'confirmLabel',
]);

/** Two letters in a row, or any letter outside ASCII: punctuation and symbols are no texts. */
function hasWords(text: string): boolean {
  return /[A-Za-z]{2,}|[À-ɏ]/.test(text);
}

function wordsIn(path: string, source: string): ReadonlyArray<string> {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const report = (node: ts.Node, text: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${path}:${line + 1} ${text.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && hasWords(node.text)) report(node, node.text);
    if (
      ts.isJsxAttribute(node) &&
      node.initializer !== undefined &&
      ts.isStringLiteral(node.initializer) &&
      spokenAttributes.has(node.name.getText()) &&
      hasWords(node.initializer.text)
    ) {
      report(node, node.initializer.text);
    }
    if (
      ts.isJsxExpression(node) &&
      node.expression !== undefined &&
      ts.isStringLiteral(node.expression) &&
      !ts.isJsxAttribute(node.parent) &&
      hasWords(node.expression.text)
    ) {
      report(node, node.expression.text);
    }
    if (ts.isStringLiteral(node) && /[À-ɏ]/.test(node.text)) report(node, node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('the scan finds literals in text, attributes and expressions', () => {
  const source = `const a = <p title="Fechar agora">Olá {'mundo'} <b aria-label={t('shell.dialog.close')}>·</b></p>;`;
  expect(
    wordsIn('x.tsx', source)
      .map((line) => line.replace(/^\S+ /, ''))
      .sort(),
  ).toEqual(['Fechar agora', 'Olá', 'mundo']);
});

test('no component has literals outside the catalogues', () => {
  const files = Object.entries(components);
  expect(files.length).toBeGreaterThan(30);
  expect(files.flatMap(([path, source]) => wordsIn(path, source))).toEqual([]);
});
