// The preview of a job card, most urgent first: a message that could not be sent, the customer typing, the end of the attendance, the agent's draft,
// a new transfer, otherwise the last message.
import type { DraftView, JobRowView } from 'core-wasm';
import type { CoreText } from '../../i18n/text';
import type { JobPreview } from './JobCard';

export interface PreviewFacts {
  row: Pick<JobRowView, 'failed' | 'typing' | 'disabled' | 'unread' | 'preview' | 'transfer'>;
  draft: DraftView;
  /** The conversation is open: its draft is visible in the composer. */
  selected: boolean;
  say: (text: CoreText) => string;
}

export function jobPreview({ row, draft, selected, say }: PreviewFacts): JobPreview {
  if (row.failed) return { kind: 'error' };
  if (row.typing) return { kind: 'typing' };
  if (row.disabled) return { kind: 'closed' };
  if (!selected && row.unread === 0 && draft.text.trim() !== '') return { kind: 'draft', text: draft.text };
  if (row.transfer !== undefined) return { kind: 'transfer', agent: row.transfer.agentShort, note: row.transfer.note };
  return row.preview === undefined ? { kind: 'none' } : lastMessage(row.preview, say);
}

/** The preview of a message without regard to the attendance. */
export function lastMessage(preview: NonNullable<JobRowView['preview']>, say: PreviewFacts['say']): JobPreview {
  const author = { author: preview.author, authorName: preview.authorName };
  if (preview.line !== undefined) return { kind: 'text', text: say(preview.line), author: 'system' };
  if (preview.revoked === true) return { kind: 'revoked' };
  if (preview.text === '' && preview.label === undefined)
    return preview.detail === undefined ? { kind: 'noText' } : { kind: 'detail', detail: preview.detail };
  if (preview.text === '' && preview.label !== undefined) return { kind: 'media', media: preview.label, ...author };
  return { kind: 'text', text: preview.text, ...author };
}
