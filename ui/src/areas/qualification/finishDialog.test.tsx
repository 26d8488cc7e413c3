// Tests of the question before an attendance ends.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { currentTime } from '../../core/page/ticker';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { FinishDialogContainer } from './FinishDialogContainer';

beforeEach(() => startI18n('pt-BR'));

function ask(job: object, form?: object, more: object = {}) {
  const core = new FakeCore({
    'job:P1': { name: 'Ana', registered: true, ...job },
    'qualification:P1': form,
    preferences: { afterClosing: 'list' },
    'draft:P1': { epoch: 0, text: '' },
    ...more,
  });
  const onClose = vi.fn();
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <FinishDialogContainer dialog={{ kind: 'confirmFinish', protocol: 'P1' }} onClose={onClose} />
      </TooltipProvider>
    </CoreProvider>,
  );
  return { core, onClose };
}

const chosen = { options: [{ id: '2', name: 'Renovada' }], chosen: '2', observation: '', observationRequired: false };

test.each<[string, object, ReadonlyArray<string>]>([
  ['nothing', {}, []],
  ['an answer', { 'draft:P1': { epoch: 0, text: 'Segue a prop' } }, ['Há uma resposta que você não enviou.']],
  ['blanks', { 'draft:P1': { epoch: 0, text: '  ' } }, []],
  [
    'an answer and a note',
    { 'draft:P1': { epoch: 0, text: 'Segue' }, 'noteDraft:P1': { mode: 'note', epoch: 0, text: 'Ver' } },
    ['Há uma resposta que você não enviou.', 'Há uma nota interna que você não adicionou.'],
  ],
])('[BEY-158] the dialog warns of an unsent %s of the agent', (_, drafts, warnings) => {
  ask({ channel: 'chat' }, chosen, drafts);
  expect(screen.queryAllByText(/^Há uma/).map(({ textContent }) => textContent?.match(/^[^.]*\./)?.[0])).toEqual(
    warnings,
  );
});

test.each([
  [20_000, 'O cliente está sem resposta há menos de um minuto.'],
  [380_000, 'O cliente está sem resposta há 6 min.'],
])("[BEY-158] a customer's wait of %d ms is shown in a whole sentence", (waited, sentence) => {
  ask({ channel: 'chat' }, chosen, { 'jobRow:P1': { waiting: currentTime() - waited } });
  expect(screen.getByText(sentence)).toBeInTheDocument();
});

test('the question about a call mentions the call', async () => {
  const { core } = ask({ channel: 'voice' });
  const text = 'A ligação com Ana será encerrada. Depois, qualifique o atendimento.';
  expect(screen.getByRole('alertdialog', { name: 'Encerrar ligação' })).toHaveAccessibleDescription(text);
  await userEvent.click(screen.getByRole('button', { name: 'Encerrar' }));
  expect(core.intents).toEqual([{ area: 'jobs', type: 'finishJob', protocol: 'P1', confirmed: true }]);
});

test.each(['chat', 'whatsapp'])(
  '[BEY-158] for a conversation of %s one dialog finishes and qualifies it',
  async (channel) => {
    const { core } = ask({ channel }, chosen);
    await userEvent.click(screen.getByRole('button', { name: 'Finalizar e qualificar' }));
    await userEvent.click(screen.getByRole('button', { name: 'Qualificar depois' }));
    expect(core.intents).toEqual([
      { area: 'qualification', type: 'finishAndQualify', protocol: 'P1', waits: false },
      { area: 'jobs', type: 'finishJob', protocol: 'P1', confirmed: true, waits: false },
    ]);
  },
);

test('a customer who is not registered is only finished, whatever an earlier form holds', () => {
  ask({ channel: 'chat', registered: false }, chosen);
  expect(screen.getByRole('button', { name: 'Finalizar' })).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('closing the dialog cancels the finish that waits for messages', async () => {
  const { core, onClose } = ask(
    { channel: 'chat', closing: 'afterSending', onTheWay: { messages: 1, files: [] } },
    chosen,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(core.intents).toEqual([{ area: 'jobs', type: 'cancelFinish', protocol: 'P1' }]);
  expect(onClose).toHaveBeenCalledOnce();
});

const failedFile = (key: string) => ({
  localId: 'm1',
  sender: 'own',
  delivery: 'failed',
  busy: false,
  failure: { key, params: { max: 16 }, fallback: undefined },
  content: { attachment: { name: 'contrato.pdf' } },
});

test.each([
  ['whatsapp.media.typeNotAllowed', 'Este tipo de arquivo não pode ser enviado', false],
  ['whatsapp.media.tooLarge', 'O arquivo deve ter no máximo 5 MB', false],
  ['whatsapp.outgoing.tooLarge', 'Este tipo de arquivo pode ter no máximo 16 MB nesta rede', false],
  ['whatsapp.media.uploadFailed', 'Não foi possível enviar o arquivo', true],
])(
  'given a file that failed while the dialog waits, the dialog names it with its reason: %s',
  async (key, reason, again) => {
    const sending = { ...failedFile(key), delivery: 'sending', failure: undefined };
    const onTheWay = { messages: 1, files: ['contrato.pdf'] };
    const { core } = ask({ channel: 'chat', registered: false, closing: 'afterSending', onTheWay }, undefined, {
      'thread:P1': ['m0', 'm1'],
      'message:P1:m0': { localId: 'm0', sender: 'customer', delivery: 'received' },
      'message:P1:m1': sending,
    });
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => {
      core.set('job:P1', { name: 'Ana', registered: false, channel: 'chat' });
      core.set('message:P1:m1', failedFile(key));
    });
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent(`O arquivo contrato.pdf não foi enviado${reason}`);
    expect(alert).toHaveTextContent(/fica em Não enviadas/);
    const retry = screen.queryByRole('button', { name: 'Tentar de novo' });
    expect(retry !== null).toBe(again);
    if (retry === null) return;
    await userEvent.click(retry);
    expect(core.intents).toEqual([{ area: 'conversation', type: 'retryMessage', protocol: 'P1', localId: 'm1' }]);
  },
);
