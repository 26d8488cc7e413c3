// Tests of the composer: which key sends, input methods, and when the draft is overwritten.
import { act, createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Clock } from 'lucide-react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../../design/Tooltip';
import { startI18n } from '../../../i18n';
import { Composer, type ComposerProps } from './Composer';

beforeEach(() => startI18n('pt-BR'));
afterEach(() => vi.restoreAllMocks());

function composer(props: Partial<ComposerProps>) {
  return (
    <TooltipProvider>
      <Composer
        label="Mensagem"
        draft=""
        draftEpoch={0}
        onDraftChange={vi.fn()}
        onSend={vi.fn()}
        sendWithCtrlEnter={false}
        lock={null}
        {...props}
      />
    </TooltipProvider>
  );
}
const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Mensagem' });

describe.each([
  [false, '{Enter}', '{Shift>}{Enter}{/Shift}'],
  [true, '{Control>}{Enter}{/Control}', '{Enter}'],
])('with "Ctrl+Enter sends" %s', (sendWithCtrlEnter, sendingKeys, breakingKeys) => {
  test('Enter sends the message and Shift+Enter breaks the line', async () => {
    const onSend = vi.fn();
    render(composer({ onSend, sendWithCtrlEnter }));
    await userEvent.type(field(), `um${breakingKeys}dois`);
    expect(field()).toHaveValue('um\ndois');
    expect(onSend).not.toHaveBeenCalled();
    await userEvent.keyboard(sendingKeys);
    expect(onSend.mock.calls).toEqual([['um\ndois']]);
  });
});

test.each([
  ['the button', () => userEvent.click(screen.getByRole('button', { name: 'Enviar e finalizar' }))],
  ['Ctrl+Shift+Enter', () => userEvent.type(field(), '{Control>}{Shift>}{Enter}{/Shift}{/Control}')],
])('%s sends the text and asks about the finish afterwards, and does nothing without a text', async (_, press) => {
  const calls: string[] = [];
  const props = { onSend: () => calls.push('send'), onFinishAfterSending: () => calls.push('finish') };
  const { rerender } = render(composer(props));
  await press();
  expect(calls).toEqual([]);
  rerender(composer({ ...props, draft: 'Até logo!', draftEpoch: 1 }));
  await press();
  expect(calls).toEqual(['send', 'finish']);
});

test('on a telephone Enter breaks the line, because its keyboard has no other key for that; the button sends', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  const onSend = vi.fn();
  render(composer({ onSend }));
  await userEvent.type(field(), 'um{Enter}dois');
  expect(field()).toHaveValue('um\ndois');
  expect(screen.queryByText('Shift Enter')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Enviar mensagem' }));
  expect(onSend.mock.calls).toEqual([['um\ndois']]);
});

test('sending does not clear the field: only a new draft epoch does, so that a refused text stays', async () => {
  const { rerender } = render(composer({}));
  await userEvent.type(field(), 'oi{Enter}');
  expect(field()).toHaveValue('oi');
  rerender(composer({ draft: '', draftEpoch: 1 }));
  expect(field()).toHaveValue('');
});

test('Enter during an input method composition sends nothing', () => {
  const onSend = vi.fn();
  render(composer({ onSend, draft: 'にほ' }));
  const composing = createEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  fireEvent(field(), composing);
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  expect(composing.defaultPrevented).toBe(false);
  expect(onSend).not.toHaveBeenCalled();
});

describe('a text near the limit of its network', () => {
  const near = { used: 3_900, most: 4_096, over: false };
  const above = { used: 4_097, most: 4_096, over: true };
  const sendButton = () => screen.getByRole('button', { name: 'Enviar mensagem' });

  test('has a counter and can be sent [BEY-170]', async () => {
    const onSend = vi.fn();
    render(composer({ onSend, draft: 'quase', textLength: near }));
    expect(field()).toHaveAccessibleDescription('3.900 de 4.096');
    await userEvent.type(field(), '{Enter}');
    expect(onSend).toHaveBeenCalledTimes(1);
  });

  test('above the limit is not sent, stays, and shows the reason [BEY-170]', async () => {
    const onSend = vi.fn();
    const { rerender } = render(composer({ onSend, draft: 'muito', textLength: above }));
    await userEvent.type(field(), '{Enter}');
    await userEvent.click(sendButton());
    expect(onSend).not.toHaveBeenCalled();
    expect(field()).toHaveValue('muito');
    expect(field()).toBeInvalid();
    expect(screen.getByText(/A mensagem passa do limite de 4\.096/)).toBeInTheDocument();
    rerender(composer({ onSend, draft: 'muito' }));
    expect(field()).toBeValid();
    await userEvent.click(sendButton());
    expect(onSend).toHaveBeenCalledTimes(1);
  });

  test('with a file has the limit of a caption, and with a sound or without captions the limit of a message [BEY-170]', () => {
    const picture = { id: '1', name: 'a.png', type: 'image/png', bytes: 1 };
    const attachments = { maxMegabytes: 5, onAdd: vi.fn(), onRemove: vi.fn(), onSend: vi.fn(() => true) };
    const lengths = { textLength: near, captionLength: { used: 1_100, most: 1_024, over: true } };
    const { rerender } = render(composer({ ...lengths, attachments: { ...attachments, items: [picture] } }));
    expect(field()).toHaveAccessibleDescription(/A legenda passa do limite de 1\.024.*1\.100 de 1\.024/);
    rerender(composer({ ...lengths, noCaption: true, attachments: { ...attachments, items: [picture] } }));
    expect(field()).toHaveAccessibleDescription('3.900 de 4.096');
    const sound = { ...picture, type: 'audio/mpeg' };
    rerender(composer({ ...lengths, attachments: { ...attachments, items: [sound] } }));
    expect(field()).toHaveAccessibleDescription('3.900 de 4.096');
  });
});

test('a blank text is not sent and the button says why', async () => {
  const onSend = vi.fn();
  render(composer({ onSend, draft: '  \n' }));
  await userEvent.type(field(), '{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Enviar mensagem' }));
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Enviar mensagem' })).toHaveAttribute('aria-disabled', 'true');
});

test('typed text stays until the epoch of the draft changes', async () => {
  const { rerender } = render(composer({ draft: 'a' }));
  await userEvent.type(field(), 'b');
  rerender(composer({ draft: 'from elsewhere', draftEpoch: 0 }));
  expect(field()).toHaveValue('ab');
  rerender(composer({ draft: 'from elsewhere', draftEpoch: 1 }));
  expect(field()).toHaveValue('from elsewhere');
});

test('every change of the text is reported to the core', async () => {
  const onDraftChange = vi.fn();
  render(composer({ onDraftChange }));
  await userEvent.type(field(), 'oi');
  expect(onDraftChange.mock.calls).toEqual([['o'], ['oi']]);
});

test('an emoji is inserted at the caret', async () => {
  const onDraftChange = vi.fn();
  render(composer({ draft: 'ab', onDraftChange }));
  field().setSelectionRange(1, 1);
  await userEvent.click(screen.getByRole('button', { name: 'Emoji' }));
  await userEvent.type(await screen.findByRole('searchbox'), 'coracao');
  await userEvent.keyboard('{Enter}');
  expect(onDraftChange).toHaveBeenLastCalledWith('a❤️b');
});

test('Enter in the search of the emoji picks none while an input method composes', async () => {
  const onDraftChange = vi.fn();
  render(composer({ draft: '', onDraftChange }));
  await userEvent.click(screen.getByRole('button', { name: 'Emoji' }));
  const search = await screen.findByRole('searchbox');
  await userEvent.type(search, 'coracao');
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    fireEvent.keyDown(search, { key: 'Enter', ...composing });
  expect(onDraftChange).not.toHaveBeenCalled();
});

test('the text of an attendance that has ended stays in its composer, to be copied or discarded', async () => {
  const onDraftChange = vi.fn();
  const writeText = vi.fn(() => Promise.resolve());
  const user = userEvent.setup();
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  const closed = { kind: 'closed', onQualify: vi.fn() } as const;
  const { rerender } = render(composer({ lock: closed, draft: 'Consigo por R$ 120,\nfecha?', onDraftChange }));
  const lost = within(screen.getByRole('region', { name: 'O atendimento terminou. Seu texto não foi enviado.' }));
  expect(lost.getByText(/^Consigo por R\$ 120,/)).toBeInTheDocument();
  await user.click(lost.getByRole('button', { name: 'Copiar texto' }));
  expect(writeText).toHaveBeenCalledWith('Consigo por R$ 120,\nfecha?');
  expect(await lost.findByText('Texto copiado.')).toBeInTheDocument();
  await user.click(lost.getByRole('button', { name: 'Descartar' }));
  expect(onDraftChange).toHaveBeenCalledWith('');
  rerender(composer({ lock: closed, draft: ' \n', onDraftChange }));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('a closed attendance offers only its qualification', async () => {
  const onQualify = vi.fn();
  render(composer({ lock: { kind: 'closed', onQualify } }));
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Qualificar' }));
  expect(onQualify).toHaveBeenCalledOnce();
});

test('a disconnected channel offers to connect it', async () => {
  const onConnect = vi.fn();
  render(composer({ lock: { kind: 'disconnected', channel: 'chat', pending: false, onConnect } }));
  expect(screen.getByText('Canal Chat desconectado')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Conectar' }));
  expect(onConnect).toHaveBeenCalledOnce();
});

test.each<[string, ComposerProps['lock'], boolean]>([
  ['the channel is not connected', { kind: 'disconnected', channel: 'chat', pending: false, onConnect: vi.fn() }, true],
  ['the channel locks it', { kind: 'channel', glyph: Clock, tone: 'plain', title: 'Rota', help: 'desconectada' }, true],
  // The conversation cannot be reopened: the unsent text is in the notifications.
  ['the attendance has ended', { kind: 'closed', onQualify: vi.fn() }, false],
])('while %s, the composer says that the text is kept: %s', (_, lock, isSaid) => {
  const { rerender } = render(composer({ lock, draft: 'Segue a proposta' }));
  expect(screen.queryByText(/^Seu texto está guardado/) !== null).toBe(isSaid);
  rerender(composer({ lock, draft: ' ' }));
  expect(screen.queryByText(/^Seu texto está guardado/)).toBeNull();
});

test('the field grows with its text when a drawer or the details make it narrower', () => {
  let report: () => void = vi.fn();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        report = callback;
      }
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
  const width = vi.spyOn(HTMLTextAreaElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  const height = vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get').mockReturnValue(40);
  render(composer({ draft: 'um texto de várias linhas' }));
  expect(field().style.height).toBe('40px');
  height.mockReturnValue(80);
  // Only the field's own height changed, not its width.
  act(() => report());
  expect(field().style.height).toBe('40px');
  width.mockReturnValue(300);
  act(() => report());
  expect(field().style.height).toBe('80px');
  vi.unstubAllGlobals();
});
