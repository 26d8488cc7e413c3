// Tests of the snooze dialog: by keyboard, with the product's own day field, and with refusals.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { SnoozeDialog, type SnoozeDialogProps } from './SnoozeDialog';
import { SnoozeDialogContainer } from './SnoozeDialogContainer';

beforeEach(() => startI18n('pt-BR'));

/** A Friday, 18:30 in São Paulo. */
const now = Date.parse('2026-11-20T21:30:00.000Z');

function show(props: Partial<SnoozeDialogProps> = {}) {
  const onSnooze = vi.fn<(until: number) => void>();
  render(
    <TooltipProvider>
      <SnoozeDialog
        now={now}
        zone="America/Sao_Paulo"
        name="Helena Duarte"
        pending={false}
        onSnooze={onSnooze}
        onClose={vi.fn()}
        {...props}
      />
    </TooltipProvider>,
  );
  return () => onSnooze.mock.calls.map(([until]) => new Date(until).toISOString());
}

const confirm = () => screen.getByRole('button', { name: 'Adiar' });

test('[BEY-161] the choices are an hour, three hours, tomorrow, Monday, the reply of the customer and a date that the agent types', async () => {
  const chosen = show();
  const names = screen.getAllByRole('radio').map((radio) => radio.textContent);
  expect(names.map((name) => name?.replace(/\d.*\d/, '').trim())).toHaveLength(6);
  expect(names[0]).toContain('Em 1 hora');
  await userEvent.click(confirm());
  await userEvent.click(screen.getByRole('radio', { name: /^Segunda-feira/ }));
  await userEvent.click(confirm());
  expect(chosen()).toEqual(['2026-11-20T22:30:00.000Z', '2026-11-23T12:00:00.000Z']);
});

test('[BEY-161] by keyboard: the arrow keys choose, and the Tab key leads from the fields of a typed date to the button', async () => {
  const chosen = show();
  await userEvent.click(screen.getByRole('radio', { name: /^Em 1 hora/ }));
  await userEvent.keyboard('{ArrowUp>}');
  await screen.findByRole('radio', { checked: true, name: 'Escolher data e hora' });
  const day = screen.getByRole('textbox', { name: 'Data' });
  expect(day).toHaveValue('20/11/2026');
  await userEvent.clear(day);
  await userEvent.type(day, '25112026');
  await userEvent.type(screen.getByRole('textbox', { name: 'Hora' }), '1430');
  await userEvent.tab();
  await userEvent.tab();
  expect(confirm()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(chosen()).toEqual(['2026-11-25T17:30:00.000Z']);
});

test('[BEY-161] an invalid date or time is shown as such and not sent', async () => {
  const chosen = show();
  await userEvent.click(screen.getByRole('radio', { name: 'Escolher data e hora' }));
  await userEvent.click(confirm());
  expect(screen.getByText('Use uma hora como 09:00.')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Hora' }), '9');
  await userEvent.clear(screen.getByRole('textbox', { name: 'Data' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Data' }), '31022027');
  await userEvent.click(confirm());
  expect(screen.getByRole('textbox', { name: 'Data' })).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByRole('textbox', { name: 'Data' })).toHaveValue('31/02/2027');
  expect(chosen()).toEqual([]);
});

test('[BEY-161] a date can be chosen in the calendar', async () => {
  const chosen = show();
  await userEvent.click(screen.getByRole('radio', { name: 'Escolher data e hora' }));
  await userEvent.click(screen.getByRole('button', { name: 'Abrir calendário' }));
  await userEvent.click(screen.getByRole('gridcell', { name: '27' }).querySelector('button') ?? document.body);
  await userEvent.type(screen.getByRole('textbox', { name: 'Hora' }), '8:15');
  await userEvent.click(confirm());
  expect(chosen()).toEqual(['2026-11-27T11:15:00.000Z']);
});

test('[BEY-161] the dialog warns if the conversation window closes before the snooze ends', async () => {
  show({ windowEnd: now + 2 * 3_600_000 });
  expect(screen.queryByText(/A janela fecha antes/)).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: /^Em 3 horas/ }));
  expect(screen.getByText(/A janela fecha antes, às/)).toBeVisible();
});

test('[BEY-161] a refusal is shown in the dialog, and the chosen time stays', async () => {
  const core = new FakeCore({
    'job:P1': { protocol: 'P1', name: 'Helena', channel: 'chat' },
    'whatsappJob:-': undefined,
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <SnoozeDialogContainer dialog={{ kind: 'snooze', protocol: 'P1' }} onClose={vi.fn()} />
      </TooltipProvider>
    </CoreProvider>,
  );
  await userEvent.click(screen.getByRole('radio', { name: /^Amanhã/ }));
  await userEvent.click(confirm());
  expect(core.intents).toEqual([
    { area: 'jobs', type: 'snoozeJob', protocol: 'P1', until: expect.any(Number) as number },
  ]);
  const fault = { key: 'jobs.snooze.ended', params: {}, fallback: null };
  const refused = { protocol: 'P1', name: 'Helena', channel: 'chat', snooze: { asked: false, fault } };
  act(() => core.set('job:P1', refused));
  expect(screen.getByText('O atendimento já foi finalizado.')).toBeVisible();
  expect(screen.getByRole('radio', { checked: true })).toHaveAccessibleName(/^Amanhã/);
});
