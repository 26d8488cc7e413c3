// Tests of the snackbars together with the core, which controls their duration.
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../test/fakeCore';
import { CoreProvider } from '../core/react';
import { Dialog } from '../design/Dialog';
import { TooltipProvider } from '../design/Tooltip';
import { startI18n } from '../i18n';
import { SnackbarRegionContainer } from './SnackbarRegionContainer';

beforeEach(() => startI18n('pt-BR'));

const saved = {
  id: 1,
  type: 'success',
  title: undefined,
  body: { key: 'contacts.saved', params: {}, fallback: undefined },
  time: 0,
};
const finished = {
  id: 2,
  type: 'info',
  title: undefined,
  body: { key: 'jobFinished', params: { protocol: '2026' }, fallback: undefined },
  time: 0,
};

function shown(slices: Record<string, unknown> = {}, beside?: ReactNode): FakeCore {
  const core = new FakeCore({ snackbars: { items: [saved] }, dialog: undefined, ...slices });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <SnackbarRegionContainer />
        {beside}
      </CoreProvider>
    </TooltipProvider>,
  );
  return core;
}

test("the core gets the length of a snackbar's text in the language of the page", () => {
  const core = shown();
  expect(screen.getByText('Alterações salvas com sucesso')).toBeInTheDocument();
  expect(core.intents).toEqual([
    { area: 'shell', type: 'snackbarShown', id: 1, chars: 'Alterações salvas com sucesso'.length },
  ]);
});

/** The intents about times of snackbars that the core received, in order. */
const timed = (core: FakeCore) =>
  core.intents.flatMap((intent) => {
    if (intent.type === 'snackbarShown') return [`${intent.id} begins`];
    return intent.type === 'snackbarHeld' ? [`${intent.id} ${intent.held ? 'stands' : 'runs'}`] : [];
  });

test('while the pointer is on a snackbar, the times of that snackbar and of a new one are stopped', () => {
  const core = shown();
  const region = screen.getByRole('region', { name: 'Avisos' });
  fireEvent.pointerEnter(region);
  act(() => core.set('snackbars', { items: [finished, saved] }));
  expect(timed(core)).toEqual(['1 begins', '1 stands', '2 begins', '2 stands']);
  const dismissed = { area: 'shell', type: 'snackbarDismissed', id: 1 };
  expect(core.intents).not.toContainEqual(dismissed);
  fireEvent.pointerLeave(region);
  expect(timed(core).slice(4)).toEqual(['2 runs']);
  expect(core.intents).toContainEqual(dismissed);
});

test('no older snackbar is shown after a newer one: a success is replaced by a newer snackbar, and a newer snackbar waits for a failure', () => {
  const failed = { ...saved, id: 3, type: 'error', body: { ...saved.body, key: 'contacts.saveFailed' } };
  const later = { ...finished, id: 4 };
  const core = shown({ snackbars: { items: [saved] } });
  act(() => core.set('snackbars', { items: [finished, saved] }));
  expect(screen.getByRole('status')).toHaveTextContent('2026');
  expect(core.intents).toContainEqual({ area: 'shell', type: 'snackbarDismissed', id: 1 });
  act(() => core.set('snackbars', { items: [failed, finished] }));
  expect(core.intents).toContainEqual({ area: 'shell', type: 'snackbarDismissed', id: 2 });
  act(() => core.set('snackbars', { items: [later, failed] }));
  expect(screen.getByRole('status')).toHaveTextContent('Ocorreu um erro ao salvar');
  expect(screen.getByText('1 de 2')).toBeInTheDocument();
  act(() => core.set('snackbars', { items: [later] }));
  expect(screen.getByRole('status')).toHaveTextContent('2026');
  expect(timed(core).filter((said) => said.endsWith('begins'))).toEqual([
    '1 begins',
    '2 begins',
    '3 begins',
    '4 begins',
  ]);
});

test('a newer error is shown before an older one, which waits, unless the agent reads the older one', () => {
  const error = (id: number, key: string) => ({ ...saved, id, type: 'error', body: { ...saved.body, key } });
  const failed = error(1, 'channels.connectFailed');
  const offline = error(2, 'channels.chat.serverOffline');
  const unsaved = error(3, 'contacts.saveFailed');
  const core = shown({ snackbars: { items: [failed] } });
  act(() => core.set('snackbars', { items: [offline, failed] }));
  expect(screen.getByRole('status')).toHaveTextContent('Servidor de chat offline');
  expect(screen.getByText('1 de 2')).toBeInTheDocument();
  const region = screen.getByRole('region', { name: 'Avisos' });
  fireEvent.pointerEnter(region);
  act(() => core.set('snackbars', { items: [unsaved, offline, failed] }));
  expect(screen.getByRole('status')).toHaveTextContent('Servidor de chat offline');
  fireEvent.pointerLeave(region);
  expect(screen.getByRole('status')).toHaveTextContent('Ocorreu um erro ao salvar');
  act(() => core.set('snackbars', { items: [failed] }));
  expect(screen.getByRole('status')).not.toHaveTextContent(/offline|salvar/);
});

const dialog = (
  <Dialog
    open
    glyph={Plug}
    title="Transferir atendimento"
    onClose={() => undefined}
    footer={<button>Transferir</button>}
  >
    <p>Para quem</p>
  </Dialog>
);

test('while a dialog is open only snackbars about its results are shown, inside it; earlier snackbars and those about customers wait', () => {
  const customer = { protocol: 'P2', contactId: '7', name: 'Paula Barreto', initials: 'PB', color: '#517693' };
  const ended = { ...finished, id: 4, customer };
  const refused = { ...saved, id: 5, type: 'error', body: { ...saved.body, key: 'contacts.saveFailed' } };
  const core = new FakeCore({ snackbars: { items: [saved] }, dialog: undefined });
  const page = (open: boolean) => (
    <TooltipProvider>
      <CoreProvider core={core}>
        <SnackbarRegionContainer />
        {open && dialog}
      </CoreProvider>
    </TooltipProvider>
  );
  const { rerender } = render(page(false));
  expect(screen.getByRole('status')).toHaveTextContent('Alterações salvas com sucesso');
  act(() => core.set('dialog', { kind: 'transfer' }));
  rerender(page(true));
  const inside = within(screen.getByRole('dialog'));
  expect(document.querySelector('[role="status"]')).toBeNull();
  act(() => core.set('snackbars', { items: [ended, saved] }));
  expect(document.querySelector('[role="status"]')).toBeNull();
  act(() => core.set('snackbars', { items: [refused, ended, saved] }));
  expect(inside.getByRole('status')).toHaveTextContent('Ocorreu um erro ao salvar');
  expect(timed(core)).toEqual(['1 begins', '1 stands', '5 begins']);
  rerender(page(false));
  act(() => core.set('dialog', undefined));
  act(() => core.set('snackbars', { items: [ended, saved] }));
  expect(screen.getByRole('status')).toHaveTextContent('Paula Barreto');
});

test('closing a snackbar dismisses it in the core', () => {
  const core = shown();
  fireEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }));
  expect(core.intents[core.intents.length - 1]).toEqual({ area: 'shell', type: 'snackbarDismissed', id: 1 });
});

test('a snackbar about a customer names the customer and opens the conversation, unless it is open [BEY-152]', () => {
  const customer = { protocol: 'P2', contactId: '7', name: 'Paula Barreto', initials: 'PB', color: '#517693' };
  const ended = { ...finished, body: { ...finished.body, key: 'endChatByClient' }, customer };
  const core = shown({ snackbars: { items: [{ ...ended, opens: true }] } });
  expect(screen.getByRole('status')).toHaveTextContent(/^Paula BarretoO cliente encerrou o chat/);
  fireEvent.click(screen.getByRole('button', { name: 'Abrir a conversa com Paula Barreto' }));
  expect(core.intents.slice(1)).toEqual([
    { area: 'notifications', type: 'openCustomer', protocol: 'P2', contactId: '7' },
    { area: 'shell', type: 'snackbarDismissed', id: 2 },
  ]);
  act(() => core.set('snackbars', { items: [ended] }));
  expect(screen.queryByRole('button', { name: /^Abrir/ })).toBeNull();
});

test('the result of a dialled call is shown in the dialog that opens after the call', () => {
  const result = { ...saved, id: 6, type: 'error', body: { ...saved.body, key: 'voice.result.NOTFOUNDED' } };
  const core = new FakeCore({ snackbars: { items: [result, saved] }, dialog: undefined });
  const page = (open: boolean) => (
    <TooltipProvider>
      <CoreProvider core={core}>
        <SnackbarRegionContainer />
        {open && dialog}
      </CoreProvider>
    </TooltipProvider>
  );
  const { rerender } = render(page(false));
  act(() => core.set('dialog', { kind: 'qualification' }));
  rerender(page(true));
  const inside = within(screen.getByRole('dialog'));
  expect(inside.getByRole('status')).toHaveTextContent('Número não encontrado');
  expect(screen.queryByText('Alterações salvas com sucesso')).toBeNull();
});

test('a refusal that the open dialog shows itself appears once: its snackbar ends, and other snackbars stay [TRF-015]', () => {
  const refused = { ...saved, id: 8, type: 'error', body: { ...saved.body, key: 'transferError.agentPaused' } };
  const other = { ...saved, id: 9, type: 'error', body: { ...saved.body, key: 'contacts.saveFailed' } };
  const core = new FakeCore({ snackbars: { items: [] }, dialog: undefined });
  const page = (failure: string | undefined) => (
    <TooltipProvider>
      <CoreProvider core={core}>
        <SnackbarRegionContainer />
        <Dialog
          open
          glyph={Plug}
          title="Transferir ligação"
          failure={failure}
          onClose={() => undefined}
          footer={<button>Transferir</button>}
        >
          <p>Para quem</p>
        </Dialog>
      </CoreProvider>
    </TooltipProvider>
  );
  const { rerender } = render(page(undefined));
  rerender(page('O agente está em pausa'));
  act(() => core.set('snackbars', { items: [refused] }));
  expect(screen.getAllByText('O agente está em pausa')).toHaveLength(1);
  expect(screen.getByRole('alert')).toHaveTextContent('O agente está em pausa');
  expect(core.intents).toEqual([{ area: 'shell', type: 'snackbarDismissed', id: 8 }]);
  act(() => core.set('snackbars', { items: [other] }));
  expect(screen.getByRole('status')).toHaveTextContent('Ocorreu um erro ao salvar');
  rerender(page(undefined));
  act(() => core.set('snackbars', { items: [{ ...refused, id: 10 }] }));
  expect(screen.getByRole('status')).toHaveTextContent('O agente está em pausa');
});

test.each([
  ['callArrived', 'Ligação de Helena Duarte', undefined],
  ['cannotCallToContact', undefined, 'Helena Duarte'],
])('the name of the customer is said once: %s', (key, body, title) => {
  const customer = { name: 'Helena Duarte', protocol: 'P1', contactId: '' };
  const params = { name: 'Helena Duarte' };
  shown({ snackbars: { items: [{ ...saved, body: { key, params, fallback: undefined }, customer, opens: true }] } });
  const snackbar = screen.getByRole('status');
  if (body !== undefined) expect(within(snackbar).getByText(body)).toBeInTheDocument();
  if (title !== undefined) expect(within(snackbar).getByText(title)).toBeInTheDocument();
  expect(snackbar.textContent?.split('Helena Duarte')).toHaveLength(2);
});

test("the confirmation of the agent's action comes before a warning, which is shown afterwards; an error comes first", () => {
  const warning = { ...finished, id: 3, type: 'warning', body: { ...finished.body, key: 'chat.unsent.kept' } };
  const done = { ...saved, id: 4 };
  const failed = { ...saved, id: 5, type: 'error', body: { ...saved.body, key: 'contacts.saveFailed' } };
  const core = shown({ snackbars: { items: [done, warning] } });
  expect(screen.getByRole('status')).toHaveTextContent('Alterações salvas com sucesso');
  expect(core.intents).not.toContainEqual({ area: 'shell', type: 'snackbarDismissed', id: 3 });
  act(() => core.set('snackbars', { items: [failed, done, warning] }));
  expect(screen.getByRole('status')).toHaveTextContent('Ocorreu um erro ao salvar');
  act(() => core.set('snackbars', { items: [warning] }));
  expect(screen.getByRole('status')).toHaveTextContent(/texto não enviado/);
});
