// Texts that the agent typed and the core has not stored yet: the core stores records 300 ms after a change, and a
// crashed core stores none. After a crash the host writes these texts into the stored records.
import type { Intent } from 'core-wasm';
import type { Amendment, RecordFields } from './ports/storage';

/** One text and its place in a stored record. */
interface TypedText extends Amendment {
  /** Identifies the text within its record. */
  text: string;
}

export class TypedTexts {
  private readonly texts = new Map<string, TypedText>();

  /** Keeps the text of an intent, in place of the earlier one. Returns whether the intent carries one. */
  keep(intent: Intent, agentId: string | undefined): boolean {
    const typed = typedText(intent, agentId);
    for (const text of typed) this.texts.set(`${text.name} ${text.text}`, text);
    return typed.length > 0;
  }

  /** The core stored the record: it contains every text that the core was given. */
  recordStored(name: string): void {
    for (const [key, text] of this.texts) if (text.name === name) this.texts.delete(key);
  }

  clear(): void {
    this.texts.clear();
  }

  /** The changes of the records that the core did not store. */
  amendments(): Amendment[] {
    return [...this.texts.values()];
  }
}

/** The name of a draft's record. */
export const draftRecord = (agentId: string, protocol: string): string => `draft/${agentId}/${protocol}`;

function typedText(intent: Intent, agentId: string | undefined): TypedText[] {
  // Records of texts have the agent in their name; before the sign-in there is no text to keep.
  if (agentId === undefined) return [];
  // Without a time, because only the core knows the server's clock.
  const draft = (protocol: string, field: 'text' | 'answered', value: string): TypedText => ({
    text: field,
    place: 'unsent',
    name: draftRecord(agentId, protocol),
    change: (record = {}) => ({ ...record, [field]: value, written_at: undefined }),
  });
  if (intent.type === 'draftChanged' || intent.type === 'sendMessage')
    return [draft(intent.protocol, 'text', intent.text)];
  if (intent.type === 'reply')
    return [draft(intent.protocol, 'text', intent.text), draft(intent.protocol, 'answered', intent.answered)];
  if (intent.type === 'answer') return [draft(intent.protocol, 'answered', intent.answered)];
  if (intent.type === 'observeQualification') {
    const { protocol, observation } = intent;
    return [
      {
        text: 'observation',
        place: 'database',
        name: `qualification/${protocol}`,
        change: (record = {}) => ({ ...record, observation }),
      },
    ];
  }
  if (intent.type === 'answerScript') {
    const { protocol, fieldId, value } = intent;
    return [
      {
        text: `script ${fieldId}`,
        place: 'database',
        name: `jobs/${protocol}`,
        change: (record) => record && withScriptAnswer(record, fieldId, value),
      },
    ];
  }
  return [];
}

/** The record of an attendance with another answer of its script; the spelling of the field is the specification's. */
function withScriptAnswer(record: RecordFields, id: string, value: string): RecordFields {
  const wire = (record.wire ?? {}) as { fiedlsScriptAltered?: { id: string; value: string }[] };
  const others = (wire.fiedlsScriptAltered ?? []).filter((field) => field.id !== id);
  const fiedlsScriptAltered = value.trim() === '' ? others : [...others, { id, value }];
  return { ...record, wire: { ...wire, fiedlsScriptAltered } };
}
