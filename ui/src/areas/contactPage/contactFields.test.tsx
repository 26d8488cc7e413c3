// Tests that the names of a contact's fields are in the language of the page, unless the org unit chose them.
import { render, screen } from '@testing-library/react';
import i18next from 'i18next';
import type { ContactFieldView } from 'core-wasm';
import { expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ContactFields } from './ContactFields';

const field = (database: string, label: string): ContactFieldView => ({
  column: { database, label, category: '' },
  value: 'x',
});
const fields = [field('fullname', 'Nome'), field('phone1', 'Telefone'), field('employer_name', 'Firma')];

test('[BEY-157] in English the standard fields of a contact have English names, and one that the org unit renamed keeps its own', async () => {
  await startI18n('en');
  await i18next.changeLanguage('en');
  render(
    <TooltipProvider>
      <ContactFields
        fields={fields}
        form={undefined}
        onSave={vi.fn()}
        onLeave={vi.fn()}
        name="Ana"
        onNumber={undefined}
      />
    </TooltipProvider>,
  );
  for (const name of ['Name', 'Phone', 'Firma']) expect(screen.getByText(name)).toBeInTheDocument();
});
