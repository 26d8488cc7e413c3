// Tests that every field that acts on Enter, in the interface and in the customer's page, calls the one function for
// input methods.
import { expect, test } from 'vitest';
import { isComposing } from './isComposing';

/** The script of the customer's page has no types. */
const customerPageScripts = import.meta.glob<{ isComposing: (event: KeyboardEvent) => boolean }>(
  '../../../server/src/web_chat/page/elements.js',
  { eager: true },
);

test.each<[string, boolean, number, boolean]>([
  ['Enter', false, 13, false],
  ['Enter within a composition, as Chrome reports it', true, 229, true],
  ['Enter after the end of the composition that it ends, as Safari reports it', false, 229, true],
  ['Enter within a composition, as Firefox reports it', true, 13, true],
])('%s', (_, composing, keyCode, expected) => {
  const event = new KeyboardEvent('keydown', { key: 'Enter', isComposing: composing, keyCode });
  const ofPage = Object.values(customerPageScripts).map((elements) => elements.isComposing(event));
  expect([isComposing(event), isComposing({ nativeEvent: event }), ...ofPage]).toEqual([expected, expected, expected]);
});

const files = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.*', '../../../server/src/web_chat/page/*.js'],
  { query: '?raw', import: 'default', eager: true },
);
/** The source texts by their paths in the repository. */
const sources = new Map(
  Object.entries(files).map(([path, source]) => {
    const name = path.replace(/^\.\.\/\.\.\/\.\.\//, '').replace(/^\.\.\//, 'ui/src/');
    return [name.replace(/^\.\//, 'ui/src/design/'), source] as const;
  }),
);
const matching = (pattern: RegExp): ReadonlyArray<string> =>
  [...sources].flatMap(([name, source]) => (pattern.test(source) ? [name] : [])).sort();

/** Files that compare a key with Enter, and the reaction to the key there. */
const places: Readonly<Record<string, 'field' | 'no field'>> = {
  'server/src/web_chat/page/messengerComposer.js': 'field',
  'server/src/web_chat/page/page.js': 'field',
  'ui/src/areas/attendance/Splitter.tsx': 'no field',
  'ui/src/areas/broadcast/CancelBroadcastDialog.tsx': 'field',
  'ui/src/areas/broadcast/NewBroadcast.tsx': 'field',
  'ui/src/areas/contacts/InlineField.tsx': 'field',
  'ui/src/areas/conversation/MessageSearch.tsx': 'field',
  'ui/src/areas/conversation/composer/EmojiGrid.tsx': 'field',
  'ui/src/areas/conversation/composer/sendKey.ts': 'field',
  'ui/src/areas/conversation/composer/usePresets.ts': 'field',
  'ui/src/areas/conversation/notes/NoteComposer.tsx': 'field',
  'ui/src/areas/conversation/notes/NoteFrame.tsx': 'field',
  'ui/src/areas/palette/Palette.tsx': 'field',
  'ui/src/areas/qualification/useConfirmKey.ts': 'field',
  'ui/src/areas/transfers/CallTransferDialog.tsx': 'field',
  'ui/src/areas/transfers/DestinationList.tsx': 'field',
  'ui/src/areas/voice/IncomingCallDialog.tsx': 'no field',
  'ui/src/design/Combobox.tsx': 'field',
  'ui/src/design/choiceKeys.ts': 'field',
  'ui/src/design/Menu.tsx': 'no field',
  'ui/src/design/TableRows.tsx': 'no field',
  'ui/src/design/useSearchList.ts': 'field',
};

test('the table contains every place that handles Enter, and each field there checks the composition', () => {
  const acting = matching(/key [!=]== 'Enter'|case 'Enter'|\['Enter', ' '/);
  expect(acting).toEqual(Object.keys(places).sort());
  const asking = matching(/isComposing\(event\)/);
  expect(acting.filter((name) => asking.includes(name))).toEqual(acting.filter((name) => places[name] === 'field'));
});

test('no file checks the composition of an event without the shared function', () => {
  expect(matching(/\.isComposing\b|=== 229/)).toEqual([
    'server/src/web_chat/page/elements.js',
    'ui/src/design/isComposing.ts',
  ]);
});
