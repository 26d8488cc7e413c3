// Tests that every cause of a transfer in the contract has its own text in both languages.
import { describe, expect, test } from 'vitest';
import contract from '../../../docs/contract.md?raw';
import { catalogues } from './catalogues';
import { languages } from './language';

const [, afterHeading = ''] = contract.split('### Transfers of calls');
const [section = ''] = afterHeading.split(/\n## /);
/** The first column of the table, which may name several causes. */
const causes = Array.from(section.matchAll(/^\| (`[^|]*) \|/gm), ([, cell = '']) => cell).flatMap((cell) =>
  Array.from(cell.matchAll(/`(\w+)`/g), ([, cause = '']) => cause),
);

test('the table of the contract is read', () => {
  expect(causes).toContain('agentOffline');
  expect(causes).toContain('nobodyRemains');
  expect(causes.length).toBeGreaterThan(20);
});

describe.each(languages)('in %s', (language) => {
  const texts: Readonly<Record<string, string>> = catalogues[language].documents.transferError;

  test.each([...causes, 'conference'])('the cause %s has a text of its own [TRF-014] [TRF-025]', (cause) => {
    expect(Object.keys(texts)).toContain(cause);
    expect(texts[cause]).not.toBe('');
    expect(texts[cause]).not.toBe(texts['unknown']);
  });

  test('a lost telephone system has the text of the documents [TRF-013]', () => {
    expect(catalogues[language].documents.voiceServerOffline).toBe(texts['voiceServerOffline']);
  });
});
