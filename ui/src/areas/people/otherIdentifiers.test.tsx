// The note on a contact page that a stored telephone number is not a valid number.
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { OtherIdentifiers } from './OtherIdentifiers';

beforeEach(() => startI18n('pt-BR'));

const other = { field: 'id', value: 'C-2' };

test.each([
  ['alone', [], ['phone1'], ['O telefone não é um número. Corrija-o no cadastro.']],
  [
    'beside further identifiers',
    [other],
    ['whatsapp_identifier'],
    ['O WhatsApp não é um número. Corrija-o no cadastro.'],
  ],
  ['of no field that the page knows', [], ['fax'], []],
  ['nowhere', [other], undefined, []],
])('a number that is none is marked: %s [BEY-164]', (_, others, unreadable, expected) => {
  render(
    <CoreProvider core={new FakeCore({})}>
      <TooltipProvider>
        <OtherIdentifiers name="Gil" others={others} unreadable={unreadable} onNumber={undefined} />
      </TooltipProvider>
    </CoreProvider>,
  );
  expect(screen.queryAllByRole('status').map((note) => note.textContent)).toEqual(expected);
});
