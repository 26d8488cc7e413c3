// Tests of the content of an attendance's PDF: the days, who wrote when, and the message that an answer quotes.
import { act, renderHook, waitFor } from '@testing-library/react';
import type { HistoryRowView, MessageView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../i18n';
import { saveFile } from '../../shared/saveFile';
import { transcriptPdf } from '../whatsapp/transcriptPdf';
import { useEntryPdf } from './useEntryPdf';

vi.mock('../../shared/saveFile', () => ({ saveFile: vi.fn() }));
vi.mock('../whatsapp/transcriptPdf', () => ({ transcriptPdf: vi.fn() }));

beforeEach(() => {
  vi.mocked(saveFile).mockClear();
  vi.mocked(transcriptPdf).mockReset();
  return startI18n('pt-BR');
});

const message = (more: Partial<MessageView>): MessageView => ({
  ...{ localId: 'm1', sender: 'customer', senderName: 'Sônia', senderInitials: '', senderColor: '', text: 'Olá' },
  ...{ media: undefined, delivery: 'received', failure: undefined, systemKey: undefined, dayStart: false },
  ...{ groupStart: true, groupEnd: true, newFromHere: false, forwarded: false, busy: false },
  time: new Date(2026, 10, 19, 13, 52).getTime(),
  ...more,
});

const entry = { protocol: 'W1', name: 'Sônia', channel: 'whatsapp' } as HistoryRowView;

test('an entry of the PDF has author and time, and the first one of a day has the day', async () => {
  const pdf = new Blob();
  vi.mocked(transcriptPdf).mockResolvedValue(pdf);
  const { result } = renderHook(() => useEntryPdf());
  const next = new Date(2026, 10, 20, 9, 5).getTime();
  act(() =>
    result.current.save(entry, [
      message({}),
      message({ text: 'Ainda hoje?' }),
      message({ text: 'Bom dia', time: next, dayStart: true }),
      message({ text: 'Sem hora', time: undefined }),
    ]),
  );
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith(pdf, expect.stringContaining('W1')));
  const entries = vi.mocked(transcriptPdf).mock.calls[0]?.[0].entries;
  expect(entries?.map(({ day, text }) => [day, text])).toEqual([
    ['19/11/2026', 'Olá'],
    ['', 'Ainda hoje?'],
    ['20/11/2026', 'Bom dia'],
    ['', 'Sem hora'],
  ]);
  expect(entries?.[0]?.head).toMatch(/^Sônia · .*13:52/);
  expect(entries?.[3]?.head).toBe('Sônia');
  await waitFor(() => expect(result.current.saving).toBe('saved'));
});

test('a PDF that cannot be created is shown as failed', async () => {
  vi.mocked(transcriptPdf).mockRejectedValue(new Error('no memory'));
  const { result } = renderHook(() => useEntryPdf());
  act(() => result.current.save(entry, [message({})]));
  expect(result.current.saving).toBe('now');
  await waitFor(() => expect(result.current.saving).toBe('failed'));
  expect(saveFile).not.toHaveBeenCalled();
});
