// Connects the forward dialog with the core: the agent's other open attendances of WhatsApp and Instagram.
import type { WhatsAppJobView } from 'core-wasm';
import { useState } from 'react';
import { useCore } from '../../core/react';
import { useJobOrder } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import { ForwardDialog, type ForwardTarget } from './ForwardDialog';
import type { Forward } from './useForward';
import { useRefusal } from '../../shared/useRefusal';

export interface ForwardDialogContainerProps {
  /** The attendance of the messages. */
  protocol: string;
  forward: Pick<Forward, 'count' | 'forwardTo' | 'cancel'>;
}

export function ForwardDialogContainer({ protocol, forward }: ForwardDialogContainerProps) {
  const say = useCoreText();
  const targets = useTargets(protocol);
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

/** As they are when the dialog opens: a subscription for each of hundreds of attendances would cost more than it shows. */
function useTargets(source: string): ReadonlyArray<ForwardTarget> {
  const core = useCore();
  const orders = [useJobOrder('pinned'), useJobOrder('active')];
  const [targets] = useState(() =>
    orders
      .flatMap((order) => Array.from({ length: order.length }, (_, index) => order.at(index)))
      .flatMap((protocol): ReadonlyArray<ForwardTarget> => {
        if (protocol === undefined || protocol === source) return [];
        const row = core.snapshot<'jobRow'>(`jobRow:${protocol}`);
        const view = core.snapshot<'whatsappJob'>(`whatsappJob:${protocol}`);
        if (row === undefined || view === undefined || row.disabled) return [];
        return [{ protocol, name: row.name, place: row.queue, blocked: blockOf(view) }];
      }),
  );
  return targets;
}

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
