// The agent's decisions about contacts that may be the same person: the intents, and the dialog that compares two
// contacts.
import type { SamePersonView } from 'core-wasm';
import { useState, type ReactNode } from 'react';
import { useIntent } from '../../core/react';
import { SamePersonDialog } from './SamePersonDialog';

export interface SamePersonActions {
  onCompare: (proposal: SamePersonView) => void;
  onJoin: (proposal: SamePersonView) => void;
  onRefuse: (proposal: SamePersonView) => void;
  onUndo: (proposal: SamePersonView) => void;
}

/** `keep`: the contact of the current page. */
export function useSamePersons(
  proposals: ReadonlyArray<SamePersonView>,
  keep?: string,
): { actions: SamePersonActions; dialog: ReactNode } {
  const intend = useIntent();
  const [compared, setCompared] = useState<string>();
  const open = proposals.find(({ id, state }) => id === compared && state === 'proposed');
  const join = (proposalId: string, kept: string): void =>
    intend({ area: 'people', type: 'joinContacts', proposalId, keep: kept });
  const refuse = ({ id }: SamePersonView): void => intend({ area: 'people', type: 'refuseSamePerson', proposalId: id });
  const close = (): void => setCompared(undefined);
  const actions: SamePersonActions = {
    onCompare: ({ id }) => setCompared(id),
    onJoin: ({ id, first }) => join(id, keep ?? first.id),
    onRefuse: refuse,
    onUndo: ({ id }) => intend({ area: 'people', type: 'undoJoin', proposalId: id }),
  };
  const dialog = open !== undefined && (
    <SamePersonDialog
      key={open.id}
      proposal={open}
      keep={keep ?? open.first.id}
      onJoin={(kept) => join(open.id, kept)}
      onRefuse={() => refuse(open)}
      onClose={close}
    />
  );
  return { actions, dialog };
}
