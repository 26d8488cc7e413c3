// The preview of a job card, most urgent first: a message that could not be sent, the customer typing, the end of the attendance, the agent's draft,
// a new transfer, otherwise the last message.
import type { DraftView, JobRowView } from 'core-wasm';
import type { CoreText } from '../../i18n/text';
import { messageWords, type Network } from '../../shared/messageText/messageText';
import { networkOf } from '../../shared/messageText/useMessageTextPlace';
import { displayChannel } from '../channels/displayChannel';
import type { JobPreview } from './JobCard';

type PreviewRow = Pick<JobRowView, 'failed' | 'typing' | 'disabled' | 'unread' | 'preview' | 'channel' | 'metaType'>;

export interface PreviewFacts {
  row: PreviewRow & Pick<JobRowView, 'transfer'>;
  draft: DraftView;
  /** Draft of an internal note; empty without one. */
  noteDraft?: string | undefined;
  /** Whether the conversation is open: then its draft is visible in the composer. */
  selected: boolean;
  say: (text: CoreText) => string;
}

export function jobPreview({ row, draft, noteDraft = '', selected, say }: PreviewFacts): JobPreview {
  if (row.failed) return { kind: 'error' };
  if (row.typing) return { kind: 'typing' };
  if (row.disabled) return { kind: 'closed' };
  if (!selected && row.unread === 0 && draft.text.trim() !== '') return { kind: 'draft', text: draft.text };
  if (!selected && row.unread === 0 && noteDraft.trim() !== '') return { kind: 'noteDraft', text: noteDraft };
  if (row.transfer !== undefined) return { kind: 'transfer', agent: row.transfer.agentShort, note: row.transfer.note };
  return row.preview === undefined
    ? { kind: 'none' }
    : lastMessage(row.preview, networkOf(displayChannel(row.channel, row.metaType)), say);
}

/** Nobody has written in the attendance: its last line, if any, is a system message. */
export function isNotBegun({ preview }: Pick<JobRowView, 'preview'>): boolean {
  return preview === undefined || preview.line !== undefined || preview.author === 'system';
}

/** The preview of a message alone. The formatting marks of its network are removed. */
export function lastMessage(
  preview: NonNullable<JobRowView['preview']>,
  network: Network,
  say: PreviewFacts['say'],
): JobPreview {
  const author = { author: preview.author, authorName: preview.authorName };
  if (preview.line !== undefined) return { kind: 'text', text: say(preview.line), author: 'system' };
  if (preview.revoked === true) return { kind: 'revoked' };
  if (preview.text === '' && preview.label === undefined)
    return preview.detail === undefined ? { kind: 'noText' } : { kind: 'detail', detail: preview.detail };
  if (preview.text === '' && preview.label !== undefined) return { kind: 'media', media: preview.label, ...author };
  return { kind: 'text', text: messageWords(preview.text, network), ...author };
}
