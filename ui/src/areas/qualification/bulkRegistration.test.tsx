// Tests of registering, in the dialog, a customer whose attendance was left out because the contact is missing; afterwards the dialog
// continues with the remaining attendances.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BulkDialogView } from 'core-wasm';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { RegistrationContext, type RegistrationProps } from '../../shared/registration';
import { BulkDialogContainer } from './BulkDialogContainer';
import { bulkSample } from './bulkSample';

beforeEach(() => startI18n('pt-BR'));

function Registration({ protocol, onEnd }: RegistrationProps) {
  return (
    <>
      <p>Form of {protocol}</p>
      <button onClick={() => onEnd(true)}>registered</button>
      <button onClick={() => onEnd(false)}>not now</button>
    </>
  );
}

function show(changes: Partial<BulkDialogView>, component: typeof Registration | null = Registration) {
  const items: BulkDialogView['items'] = [
    ...bulkSample.items,
    { protocol: 'P3', name: 'Marcelo Prado', channel: 'whatsapp', state: 'left', reason: 'needsContact' },
    { protocol: 'P4', name: 'Rita Lopes', channel: 'chat', state: 'left', reason: 'refused' },
  ];
  const dialog: BulkDialogView = { ...bulkSample, items, ...changes };
  const core = new FakeCore({ bulk: { selected: [], ended: 0, open: 0, dialog } });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <RegistrationContext value={component ?? undefined}>
          <BulkDialogContainer dialog={{ kind: 'bulk' }} onClose={() => undefined} />
        </RegistrationContext>
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}
const buttons = () => screen.queryAllByRole('button', { name: /^Cadastrar / }).map((button) => button.ariaLabel);

test.each(['asked', 'told'] as const)(
  'given the stage "%s", only a customer whose contact is missing can be registered [BEY-156]',
  (stage) => {
    show({ stage });
    expect(buttons()).toEqual(['Cadastrar Marcelo Prado']);
  },
);

test('if no customer can be registered, no registration is offered [BEY-156]', () => {
  show({ stage: 'told' }, null);
  expect(buttons()).toEqual([]);
});

test('after a registration the dialog asks again about the attendances that remained undone [BEY-156]', async () => {
  const core = show({ stage: 'told' });
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar Marcelo Prado' }));
  expect(screen.getByRole('dialog', { name: 'Cadastrar Marcelo Prado' })).toBeInTheDocument();
  expect(screen.getByText('Form of P3')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'registered' }));
  expect(core.intents).toEqual([{ area: 'qualification', type: 'askInBulk', task: 'qualify' }]);
  expect(screen.getByRole('dialog', { name: 'Resultado' })).toBeInTheDocument();
});

test('before the confirmation the question is updated after each registration [BEY-156]', async () => {
  const core = show({ stage: 'asked' });
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar Marcelo Prado' }));
  await userEvent.click(screen.getByRole('button', { name: 'registered' }));
  expect(core.intents).toEqual([]);
  expect(screen.getByRole('dialog', { name: 'Qualificar 4 atendimentos' })).toBeInTheDocument();
});

test('Escape closes the registration and keeps the dialog of the bulk action [BEY-156]', async () => {
  const core = show({ stage: 'told' });
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar Marcelo Prado' }));
  await userEvent.keyboard('{Escape}');
  expect(core.intents).toEqual([{ area: 'contacts', type: 'closeContactForm', protocol: 'P3' }]);
  expect(screen.getByRole('dialog', { name: 'Resultado' })).toBeInTheDocument();
});
