// Connects the transcript with the core: the messages of the attendance, and on request the messages of earlier
// attendances.
import type { MessageView } from 'core-wasm';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { currentTime } from '../../core/page/ticker';
import { useCore } from '../../core/react';
import { useNotes, useThread, type OpenJob } from '../../core/slices';
import { loadArea } from '../../design/lazyArea';
import { formatFull } from '../../i18n/format';
import { saveFile } from '../../shared/saveFile';
import { networkOf } from '../../shared/messageText/useMessageTextPlace';
import { displayChannel } from '../channels/displayChannel';
import type { EarlierMessages } from '../conversation/ConversationPage';
import { noteEntries, withNotes, type NoteEntry } from '../conversation/notes/noteEntries';
import { useMessageWords } from '../conversation/thread/useMessageWords';
import { dayOf, headOf, transcriptOf, type TranscriptEntry } from './transcript';
import { TranscriptDialog } from './TranscriptDialog';

export interface TranscriptDialogContainerProps {
  protocol: string;
  job: OpenJob;
  earlier: EarlierMessages;
  onClose: () => void;
}

export function TranscriptDialogContainer({ protocol, job, earlier, onClose }: TranscriptDialogContainerProps) {
  const { t } = useTranslation();
  const [withEarlier, setWithEarlier] = useState(false);
  const [saving, setSaving] = useState<'no' | 'now' | 'saved' | 'failed'>('no');
  const { state, messages, onLoad } = earlier;
  useEffect(() => {
    if (withEarlier && state === 'more') onLoad();
    // Each loaded page creates a new map.
  }, [withEarlier, state, messages, onLoad]);
  const notes = useNotes(protocol)?.notes;
  const internal = useMemo(() => noteEntries(notes ?? []), [notes]);
  // Never stored: the agent decides each time.
  const [withInternal, setWithInternal] = useState(false);
  const conversation = useEntries(protocol, job, withEarlier ? messages : undefined);
  const isInternal = withInternal && internal.length > 0;
  const entries = useMemo(
    () =>
      isInternal
        ? withNotes(conversation, internal, (note) =>
            entryOfNote(note, t('whatsapp.transcript.note', { author: note.author })),
          )
        : conversation,
    [isInternal, conversation, internal, t],
  );

  const save = async (): Promise<void> => {
    setSaving('now');
    try {
      const { transcriptPdf } = await loadArea(() => import('./transcriptPdf'), []);
      const facts = [
        t('whatsapp.transcript.protocol', { protocol }),
        t('whatsapp.transcript.generated', { time: formatFull(currentTime()) }),
      ];
      const pdf = await transcriptPdf({
        title: t('whatsapp.transcript.title', { name: job.name }),
        facts,
        entries: entries.map((entry, index) => ({
          day: dayOf(entry, index),
          head: headOf(entry, (time) => t('chat.message.arrivedOn', { time })),
          answered: entry.answered === '' ? '' : t('whatsapp.transcript.answering', { text: entry.answered }),
          text: entry.text,
        })),
        pageOf: (page, pages) =>
          [
            ...(isInternal ? [t('whatsapp.transcript.internalUse')] : []),
            t('whatsapp.transcript.page', { page, pages }),
          ].join(' · '),
      });
      saveFile(pdf, t('whatsapp.transcript.fileName', { protocol }));
      setSaving('saved');
    } catch {
      setSaving('failed');
    }
  };
  return (
    <TranscriptDialog
      name={job.name}
      entries={entries}
      withEarlier={withEarlier}
      onWithEarlierChange={setWithEarlier}
      earlier={!withEarlier || state === 'complete' ? 'ready' : state === 'failed' ? 'failed' : 'loading'}
      onRetryEarlier={onLoad}
      internal={internal.length === 0 ? undefined : { shown: withInternal, onShownChange: setWithInternal }}
      saving={saving === 'now'}
      saved={saving === 'saved'}
      failed={saving === 'failed'}
      onSave={() => void save()}
      onClose={onClose}
    />
  );
}

const entryOfNote = ({ id, text, time }: NoteEntry, author: string): TranscriptEntry => ({
  id,
  author,
  time,
  dayStart: false,
  answered: '',
  text,
  internal: true,
});

/** The messages are read once per change of the thread: a subscription to each would be too expensive. */
function useEntries(
  protocol: string,
  job: OpenJob,
  earlier: ReadonlyMap<string, MessageView> | undefined,
): ReadonlyArray<TranscriptEntry> {
  const { t } = useTranslation();
  const core = useCore();
  const words = useMessageWords();
  const thread = useThread(protocol);
  const network = networkOf(displayChannel(job.channel, job.metaType));
  return useMemo(() => {
    const own = Array.from({ length: thread.length }, (_, index): MessageView | undefined =>
      core.snapshot<'message'>(`message:${protocol}:${thread.at(index) ?? ''}`),
    );
    return transcriptOf([...(earlier?.values() ?? []), ...own.filter((message) => message !== undefined)], {
      ...words,
      network,
      notSent: t('whatsapp.transcript.notSent'),
      edited: t('chat.message.editedLine'),
      reactions: (emojis: string) => t('chat.message.reactions', { emojis }),
      named: (medium, name) =>
        name === ''
          ? t('whatsapp.transcript.medium', { medium })
          : t('whatsapp.transcript.mediumNamed', { medium, name }),
    });
  }, [core, protocol, thread, earlier, words, network, t]);
}
