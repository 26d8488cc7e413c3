// Tests of the dialog for the extension of the voice channel.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import {
  ExtensionDialog,
  extensionRefusalOf,
  type ExtensionDialogProps,
  type ExtensionRefusal,
} from './ExtensionDialog';

beforeEach(() => startI18n('pt-BR'));

function show(props: Partial<ExtensionDialogProps> = {}) {
  const calls = { onConnect: vi.fn(), onClose: vi.fn() };
  const view = (further: Partial<ExtensionDialogProps>) => (
    <TooltipProvider>
      <ExtensionDialog open last="" pending={false} {...calls} {...further} />
    </TooltipProvider>
  );
  const { rerender } = render(view(props));
  return { ...calls, change: (further: Partial<ExtensionDialogProps>) => rerender(view(further)) };
}

test('the agent enters the extension, or takes the last one [SHELL-019]', async () => {
  const { onConnect, onClose, change } = show({ last: '1001' });
  expect(screen.getByRole('dialog', { name: 'Conectar Voz' })).toBeInTheDocument();
  const field = screen.getByRole('textbox', { name: 'Ramal' });
  expect(field).toHaveFocus();
  expect(field).toHaveValue('1001');
  await userEvent.clear(field);
  await userEvent.type(field, '2002{Enter}');
  expect(onConnect.mock.calls).toEqual([['2002']]);
  change({ error: 'O ramal tem só números' });
  expect(field).toHaveAccessibleDescription(/O ramal tem só números/);
  change({ pending: true });
  await userEvent.type(field, '{Enter}');
  expect(onConnect).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test.each<[ExtensionRefusal, string, string]>([
  ['extensionNotExisting', 'pt-BR', 'Recusado. Confira o número no seu telefone ou peça o seu ramal ao supervisor.'],
  [
    'extensionNotRegistered',
    'pt-BR',
    'Recusado. Ligue o telefone desse ramal e conecte de novo, ou informe outro ramal.',
  ],
  [
    'extensionInUse',
    'pt-BR',
    'Recusado. Outro agente atende nesse ramal. Informe outro ramal ou peça que ele desconecte a Voz.',
  ],
  [
    'cannotOriginate',
    'en',
    'Recusado. The phone of this extension cannot be called. Enter another extension, or tell your supervisor.',
  ],
])(
  'the refusal %s, in %s, says what the agent can do [CHN-048] [CHN-049] [CHN-050] [CHN-051]',
  async (refusal, language, text) => {
    await startI18n(language === 'en' ? 'en' : 'pt-BR');
    show({ failure: 'Recusado', refusal });
    expect(screen.getByRole('alert')).toHaveTextContent(text);
  },
);

test.each([
  ['voiceChannel.extensionInUse', 'extensionInUse'],
  ['voiceChannel.connectionLimitExceeded', undefined],
  ['channels.cause.extensionInUse', undefined],
])('the text %s has the refusal %s', (key, refusal) => {
  expect(extensionRefusalOf(key)).toBe(refusal);
});

test('a refusal that is not about the extension is shown alone', () => {
  show({ failure: 'Limite de conexões excedido' });
  expect(screen.getByRole('alert')).toHaveTextContent(/^Limite de conexões excedido$/);
});

test('the dialog shows a valid extension as an example, and the last extension if another text was typed', async () => {
  show({ last: '1001' });
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/só números, por exemplo 1001/);
  const field = screen.getByRole('textbox', { name: 'Ramal' });
  expect(field).toHaveAccessibleDescription('');
  await userEvent.clear(field);
  await userEvent.type(field, '4444');
  expect(field).toHaveAccessibleDescription('Último ramal conectado: 1001');
});

test('without an earlier connection no last extension is shown', async () => {
  show();
  const field = screen.getByRole('textbox', { name: 'Ramal' });
  await userEvent.type(field, '4444');
  expect(field).toHaveAccessibleDescription('');
});
