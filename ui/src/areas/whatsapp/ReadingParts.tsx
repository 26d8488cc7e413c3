// The open drawer of a conversation, and its transcript.
import type { OpenJob } from '../../core/slices';
import { lazyArea } from '../../design/lazyArea';
import { SearchPart } from '../conversation/SearchPart';
import { TranscriptDialogContainer } from './TranscriptDialogContainer';
import type { Reading } from './useReading';

const GalleryDrawerContainer = lazyArea(() => import('./GalleryDrawerContainer'), {
  component: 'GalleryDrawerContainer',
  words: ['media'],
});

export function ReadingParts({ protocol, job, reading }: { protocol: string; job: OpenJob; reading: Reading }) {
  const { drawer, search, earlier } = reading;
  return (
    <>
      {drawer === 'search' && (
        <SearchPart
          protocol={protocol}
          job={job}
          current={search.current}
          opening={search.opening}
          onOpen={reading.onOpenResult}
          onClose={reading.onCloseDrawer}
        />
      )}
      {drawer === 'media' && <GalleryDrawerContainer protocol={protocol} job={job} onClose={reading.onCloseDrawer} />}
      {reading.transcript && (
        <TranscriptDialogContainer
          protocol={protocol}
          job={job}
          earlier={earlier}
          onClose={reading.onCloseTranscript}
        />
      )}
    </>
  );
}
