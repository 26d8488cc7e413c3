// The workspace of a web chat: the conversation with earlier chats of its contact, its transfer, and beside it the search in the thread, the files
// and the transcript.
import { FileDown, Images } from 'lucide-react';
import { useContext, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useJobRow } from '../../core/slices';
import { useShortcut } from '../../shared/shortcuts';
import { useMarkEntries } from '../jobs/jobMenu';
import type { ComposerTools } from './composer/ComposerContainer';
import { ConversationPage, type ConversationPageProps } from './ConversationPage';
import type { MenuEntry } from '../../design/Menu';
import { noEarlierMessages } from './noEarlierMessages';
import { ReadingSlotsContext } from './readingSlots';
import { SearchPart } from './SearchPart';
import { searchTool } from './searchTool';
import { useDrawer } from './useDrawer';
import { useEarlierMessageList } from './useEarlierMessageList';
import { useSearchTarget } from './useSearchTarget';
import { useTransfer } from './useTransfer';

/** A chat has no templates. */
const filesAndAnswers: ComposerTools = { onOpenTemplates: undefined };

export function ChatConversation(props: ConversationPageProps) {
  const { t } = useTranslation();
  const { protocol, job } = props;
  const earlier = useEarlierMessageList(protocol, job);
  const search = useSearchTarget(earlier);
  const drawer = useDrawer<'search' | 'media'>(props, () => search.choose(undefined));
  const [saves, setSaves] = useState(false);
  const { Gallery, Transcript } = useContext(ReadingSlotsContext);
  const transfer = useTransfer(protocol, job);
  const marks = useMarkEntries(protocol, useJobRow(protocol));
  const toggle = (): void => drawer.toggle('search');
  const openMedia = Gallery === undefined ? undefined : (): void => drawer.toggle('media');
  useShortcut('searchConversation', toggle);
  useShortcut('openMedia', openMedia);
  const shownEarlier = job.registered ? earlier : noEarlierMessages;
  const media: MenuEntry | undefined = openMedia && {
    kind: 'action',
    id: 'media',
    label: t('jobs.contact.media'),
    glyph: Images,
    onSelect: openMedia,
  };
  const transcript: MenuEntry | undefined = Transcript && {
    kind: 'action',
    id: 'transcript',
    label: t('jobs.contact.transcript'),
    glyph: FileDown,
    onSelect: () => setSaves(true),
  };
  return (
    <>
      <ConversationPage
        {...props}
        parts={{
          tools: [searchTool(t, drawer.open === 'search', toggle), ...transfer.tools],
          menu: [...marks, media, transcript].filter((entry) => entry !== undefined),
          ...(job.registered ? { earlier } : {}),
          target: search.target,
          hasDrawer: drawer.open !== undefined,
          compose: filesAndAnswers,
        }}
      />
      {transfer.dialog}
      {drawer.open === 'search' && (
        <SearchPart
          protocol={protocol}
          job={job}
          current={search.current}
          opening={search.opening}
          onOpen={(message) => {
            search.choose(message);
            drawer.uncover();
          }}
          onClose={drawer.close}
        />
      )}
      {drawer.open === 'media' && Gallery !== undefined && (
        <Gallery protocol={protocol} job={job} earlier={shownEarlier} onClose={drawer.close} />
      )}
      {saves && Transcript !== undefined && (
        <Transcript protocol={protocol} job={job} earlier={shownEarlier} onClose={() => setSaves(false)} />
      )}
    </>
  );
}
