// The transcript of a conversation connected with the core: what is saved, and a PDF that cannot be made.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MessageView, NoteView } from 'core-wasm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { openJob as job, prepareDesk } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { saveFile } from '../../shared/saveFile';
import { TranscriptDialogContainer } from './TranscriptDialogContainer';
import { transcriptPdf } from './transcriptPdf';

vi.mock('./transcriptPdf', () => ({ transcriptPdf: vi.fn() }));
vi.mock('../../shared/saveFile', () => ({ saveFile: vi.fn() }));

beforeEach(prepareDesk);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const message: MessageView = {
  localId: 's1',
  sender: 'customer',
  senderName: 'Mariana',
  senderInitials: 'M',
  senderColor: '#517693',
  text: 'Qual o prazo?',
  media: undefined,
  time: new Date(2026, 10, 20, 14, 20).getTime(),
  delivery: 'received',
  failure: undefined,
  systemKey: undefined,
  dayStart: true,
  groupStart: true,
  groupEnd: true,
  newFromHere: false,
  forwarded: false,
  busy: false,
};

function openTranscript(notes: ReadonlyArray<NoteView> = []): void {
  const core = new FakeCore({
    'thread:W1': ['s1'],
    'message:W1:s1': message,
    'notes:W1': { state: 'ready', notes },
  });
  const earlier = { state: 'complete', messages: new Map(), onLoad: vi.fn() } as const;
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <TranscriptDialogContainer protocol="W1" job={job} earlier={earlier} onClose={vi.fn()} />
      </TooltipProvider>
    </CoreProvider>,
  );
}
const download = () => userEvent.click(screen.getByRole('button', { name: 'Baixar PDF' }));

test('the dialog shows the error of a PDF that cannot be created, until it can be created [WAP-056] [WAP-058]', async () => {
  openTranscript();
  vi.mocked(transcriptPdf).mockRejectedValueOnce(new Error('a font cannot be loaded'));
  await download();
  expect(await screen.findByText('Não foi possível gerar o PDF')).toBeInTheDocument();
  expect(saveFile).not.toHaveBeenCalled();
  const pdf = new Blob(['pdf']);
  vi.mocked(transcriptPdf).mockResolvedValueOnce(pdf);
  await download();
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledWith(pdf, expect.stringContaining('W1')));
  expect(screen.queryByText('Não foi possível gerar o PDF')).toBeNull();
  expect(vi.mocked(transcriptPdf).mock.calls[1]?.[0].entries).toMatchObject([{ text: 'Qual o prazo?' }]);
});

test('while the PDF is made its button is busy, and afterwards the dialog says that it is saved', async () => {
  openTranscript();
  let finish: (pdf: Blob) => void = () => undefined;
  vi.mocked(transcriptPdf).mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
  await download();
  const button = screen.getByRole('button', { name: /Baixar PDF/ });
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText('PDF salvo')).toBeNull();
  finish(new Blob(['pdf']));
  expect(await screen.findByText('PDF salvo')).toHaveAttribute('role', 'status');
  expect(button).not.toHaveAttribute('aria-busy');
});

const note: NoteView = {
  id: 'n1',
  own: true,
  author: 'Ana Souza',
  initials: 'AS',
  color: '#517693',
  text: 'Cliente em negociação',
  mentions: [],
  time: new Date(2026, 10, 20, 14, 30).getTime(),
  edited: false,
  removed: false,
  phase: 'kept',
  frameStart: true,
};
const saved = () => vi.mocked(transcriptPdf).mock.calls.at(-1)?.[0];

test('[BEY-160] the PDF leaves notes out until the agent asks for them; then each page says that it is internal', async () => {
  vi.mocked(transcriptPdf).mockResolvedValue(new Blob(['pdf']));
  openTranscript([note]);
  const choice = screen.getByRole('checkbox', { name: 'Incluir notas internas' });
  expect(choice).not.toBeChecked();
  expect(screen.queryByText('Cliente em negociação')).toBeNull();
  await download();
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
  expect(JSON.stringify(saved())).not.toContain('negociação');
  expect(saved()?.pageOf(1, 2)).toBe('Página 1 de 2');

  await userEvent.click(choice);
  expect(screen.getByText('Cliente em negociação')).toBeInTheDocument();
  await download();
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledTimes(2));
  expect(saved()?.entries).toMatchObject([{ text: 'Qual o prazo?' }, { text: 'Cliente em negociação' }]);
  expect(saved()?.entries[1]?.head).toMatch(/^Nota interna · .*Ana Souza/);
  expect(saved()?.pageOf(1, 2)).toBe('Uso interno · Página 1 de 2');
});

test('[BEY-160] for a conversation without notes no notes are offered', () => {
  openTranscript([{ ...note, removed: true, text: '' }]);
  expect(screen.queryByRole('checkbox', { name: 'Incluir notas internas' })).toBeNull();
});
