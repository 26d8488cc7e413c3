// Connects the forward dialog with the core: the agent's other open attendances of WhatsApp and Instagram.
import type { WhatsAppJobView } from 'core-wasm';
import { useState } from 'react';
import { useCore } from '../../core/react';
import { useCoreText } from '../../i18n/text';
import { ForwardDialog, type ForwardTarget } from './ForwardDialog';
import type { Forward } from './useForward';
import { useRefusal } from '../../shared/useRefusal';

export interface ForwardDialogContainerProps {
  forward: Pick<Forward, 'count' | 'forwardTo' | 'cancel'>;
}

export function ForwardDialogContainer({ forward }: ForwardDialogContainerProps) {
  const say = useCoreText();
  const targets = useTargets();
  const { text, watch } = useRefusal();
  return (
    <ForwardDialog
      count={forward.count}
      targets={targets}
      failure={text === undefined ? undefined : say(text)}
      onForward={(target) => {
        watch();
        forward.forwardTo({ protocol: target.protocol, name: target.name });
      }}
      onClose={forward.cancel}
    />
  );
}

/** Read when the dialog opens: a subscription to each of hundreds of attendances would be too expensive. */
function useTargets(): ReadonlyArray<ForwardTarget> {
  const core = useCore();
  const [targets] = useState(() =>
    (core.snapshot<'forward'>('forward')?.targets ?? [])
      .flatMap((protocol): ReadonlyArray<ForwardTarget> => {
        const row = core.snapshot<'jobRow'>(`jobRow:${protocol}`);
        const view = core.snapshot<'whatsappJob'>(`whatsappJob:${protocol}`);
        if (row === undefined || view === undefined || row.disabled) return [];
        return [{ protocol, name: row.name, place: row.queue, blocked: blockOf(view) }];
      })
      .sort(byName),
  );
  return targets;
}

const byName = (one: ForwardTarget, other: ForwardTarget): number => one.name.localeCompare(other.name);

function blockOf({ composer }: WhatsAppJobView): ForwardTarget['blocked'] {
  switch (composer) {
    case 'free':
      return undefined;
    case 'templateFirst':
      return 'windowClosed';
    case 'waitingAnswer':
      return 'waiting';
    case 'ended':
    case 'channelDisconnected':
    case 'numberNotExists':
    case 'routeDisconnected':
      return 'notAvailable';
  }
}
