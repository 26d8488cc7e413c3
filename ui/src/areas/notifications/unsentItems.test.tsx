// Unsent texts can be copied whole, unsent files can be saved; both are removed only when the agent discards them.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../i18n';
import { saveFile } from '../../shared/saveFile';
import { TooltipProvider } from '../../design/Tooltip';
import { UnsentItems } from './UnsentItems';

vi.mock('../../shared/saveFile', () => ({ saveFile: vi.fn() }));

beforeEach(() => startI18n('pt-BR'));

const text = { id: 'K7', title: 'Texto não enviado para Mariana', body: 'Segue o boleto.\nObrigada!' };

function show(onDiscard: (id: string) => void): void {
  render(
    <TooltipProvider>
      <UnsentItems texts={[text]} onDiscard={onDiscard} files={[]} onDiscardFile={vi.fn()} />
    </TooltipProvider>,
  );
}

test('copying an unsent text copies the whole text and confirms it', async () => {
  const user = userEvent.setup();
  show(vi.fn());
  await user.click(screen.getByRole('button', { name: 'Copiar texto' }));
  expect(await navigator.clipboard.readText()).toBe(text.body);
  expect(screen.getByRole('status')).toHaveTextContent('Texto copiado');
});

test('given a page without a clipboard object (http), when the agent copies a text, then the selection is copied', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
  let copied = '';
  document.execCommand = vi.fn(() => {
    copied = window.getSelection()?.toString() ?? '';
    return true;
  });
  show(vi.fn());
  await user.click(screen.getByRole('button', { name: 'Copiar texto' }));
  expect(screen.getByRole('status')).toHaveTextContent('Texto copiado');
  expect(copied).toBe(text.body);
  expect(screen.getByRole('button', { name: 'Copiar texto' })).toHaveFocus();
});

test('given a browser that refuses to copy, when the agent copies a text, then the row says how to copy by hand', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  document.execCommand = vi.fn(() => false);
  show(vi.fn());
  await user.click(screen.getByRole('button', { name: 'Copiar texto' }));
  expect(screen.getByRole('status')).toHaveTextContent('Não foi possível copiar. Selecione o texto e copie.');
});

test('a discarded text is removed', async () => {
  const onDiscard = vi.fn();
  show(onDiscard);
  await userEvent.click(screen.getByRole('button', { name: 'Descartar texto' }));
  expect(onDiscard).toHaveBeenCalledWith('K7');
});

test('an unsent file is shown by its name with its attendance, can be saved and is removed when it is discarded', async () => {
  const file = new File(['x'], 'Proposta.pdf', { type: 'application/pdf' });
  const onDiscardFile = vi.fn();
  render(
    <TooltipProvider>
      <UnsentItems
        texts={[]}
        onDiscard={vi.fn()}
        files={[{ id: 'blob:1', protocol: '20261120000001', customer: 'Mariana', file }]}
        onDiscardFile={onDiscardFile}
      />
    </TooltipProvider>,
  );
  expect(screen.getByText('Proposta.pdf')).toBeInTheDocument();
  expect(screen.getByText('Arquivo não enviado para Mariana')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Salvar Proposta.pdf' }));
  expect(vi.mocked(saveFile).mock.calls).toEqual([[file, 'Proposta.pdf']]);
  await userEvent.click(screen.getByRole('button', { name: 'Descartar Proposta.pdf' }));
  expect(onDiscardFile.mock.calls).toEqual([['blob:1']]);
});

test('a file without a caption is named and can be discarded, without a button to copy', async () => {
  const user = userEvent.setup();
  const onDiscard = vi.fn();
  const file = { id: 'K8', title: 'Arquivo photo.jpg não enviado para Mariana', body: '' };
  render(
    <TooltipProvider>
      <UnsentItems texts={[file]} onDiscard={onDiscard} files={[]} onDiscardFile={vi.fn()} />
    </TooltipProvider>,
  );
  expect(screen.getByText(file.title)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Copiar texto' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Descartar texto' }));
  expect(onDiscard).toHaveBeenCalledWith('K8');
});
