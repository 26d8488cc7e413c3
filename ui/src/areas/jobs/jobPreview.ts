// The preview of a job card, most urgent first: a message that could not be sent, the customer typing, the end of the attendance, the agent's draft,
// otherwise the last message.
import type { DraftView, JobRowView } from 'core-wasm';
import { messageWords, type Network } from '../../shared/messageText/messageText';
import { networkOf } from '../../shared/messageText/useMessageTextPlace';
import { displayChannel } from '../channels/displayChannel';
import type { JobPreview } from './JobCard';

export interface PreviewFacts {
  row: Pick<JobRowView, 'failed' | 'typing' | 'disabled' | 'unread' | 'preview' | 'channel' | 'metaType'>;
  draft: DraftView;
  /** The conversation is open: its draft is visible in the composer. */
  selected: boolean;
  systemLine: (key: string) => string;
}

export function jobPreview({ row, draft, selected, systemLine }: PreviewFacts): JobPreview {
  if (row.failed) return { kind: 'error' };
  if (row.typing) return { kind: 'typing' };
  if (row.disabled) return { kind: 'closed' };
  if (!selected && row.unread === 0 && draft.text.trim() !== '') return { kind: 'draft', text: draft.text };
  return row.preview === undefined
    ? { kind: 'none' }
    : lastMessage(row.preview, networkOf(displayChannel(row.channel, row.metaType)), systemLine);
}

/** The preview of a message without regard to the attendance. The marks of its network are removed. */
export function lastMessage(
  preview: NonNullable<JobRowView['preview']>,
  network: Network,
  systemLine: PreviewFacts['systemLine'],
): JobPreview {
  if (preview.systemKey !== undefined) return { kind: 'text', text: systemLine(preview.systemKey), own: false };
  if (preview.revoked === true) return { kind: 'revoked' };
  if (preview.text === '' && preview.label === undefined)
    return preview.detail === undefined ? { kind: 'noText' } : { kind: 'detail', detail: preview.detail };
  if (preview.text === '' && preview.label !== undefined)
    return { kind: 'media', media: preview.label, own: preview.own };
  return { kind: 'text', text: messageWords(preview.text, network), own: preview.own };
}
