// Saves the conversation of an attendance of the history as a PDF (WAP-055).
import type { HistoryRowView, MessageView } from 'core-wasm';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { currentTime } from '../../core/page/ticker';
import { loadArea } from '../../design/lazyArea';
import { formatFull } from '../../i18n/format';
import { networkOf } from '../../shared/messageText/useMessageTextPlace';
import { saveFile } from '../../shared/saveFile';
import { useMessageWords } from '../conversation/thread/useMessageWords';
import { dayOf, headOf, transcriptOf } from '../whatsapp/transcript';
import { channelOf } from './historyTexts';
import { customerName } from '../../i18n/visitors';

export type PdfState = 'no' | 'now' | 'saved' | 'failed';

export interface EntryPdf {
  saving: PdfState;
  save: (row: HistoryRowView, messages: ReadonlyArray<MessageView>) => void;
}

export function useEntryPdf(): EntryPdf {
  const { t } = useTranslation();
  const words = useMessageWords();
  const [saving, setSaving] = useState<EntryPdf['saving']>('no');
  const make: (...of: Parameters<EntryPdf['save']>) => Promise<void> = async (row, messages) => {
    const { protocol } = row;
    const name = customerName(row.name, t);
    setSaving('now');
    try {
      const { transcriptPdf } = await loadArea(() => import('../whatsapp/transcriptPdf'), []);
      const entries = transcriptOf(messages, {
        ...words,
        network: networkOf(channelOf(row)),
        customer: name,
        notSent: t('whatsapp.transcript.notSent'),
        edited: t('chat.message.editedLine'),
        reactions: (emojis: string) => t('chat.message.reactions', { emojis }),
        named: (medium, file) =>
          file === ''
            ? t('whatsapp.transcript.medium', { medium })
            : t('whatsapp.transcript.mediumNamed', { medium, name: file }),
      });
      const pdf = await transcriptPdf({
        title: t('whatsapp.transcript.title', { name }),
        facts: [
          t('whatsapp.transcript.protocol', { protocol }),
          t('whatsapp.transcript.generated', { time: formatFull(currentTime()) }),
        ],
        entries: entries.map((entry, index) => ({
          day: dayOf(entry, index),
          head: headOf(entry, (time) => t('chat.message.arrivedOn', { time })),
          answered: entry.answered === '' ? '' : t('whatsapp.transcript.answering', { text: entry.answered }),
          text: entry.text,
        })),
        pageOf: (page, pages) => t('whatsapp.transcript.page', { page, pages }),
      });
      saveFile(pdf, t('whatsapp.transcript.fileName', { protocol }));
      setSaving('saved');
    } catch {
      setSaving('failed');
    }
  };
  return { saving, save: (...of) => void make(...of) };
}
