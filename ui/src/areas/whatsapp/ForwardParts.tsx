// The parts of the conversation that appear while the agent forwards messages, and afterwards.
import { useIntent } from '../../core/react';
import { ForwardBar, ForwardedBar } from './ForwardBar';
import { ForwardDialogContainer } from './ForwardDialogContainer';
import type { Forward } from './useForward';

export function ForwardParts({ forward }: { forward: Forward }) {
  const intend = useIntent();
  const { selection, result } = forward;
  if (selection !== undefined) {
    return (
      <>
        <ForwardBar count={forward.count} onForward={forward.choose} onCancel={forward.cancel} />
        {forward.dialog && <ForwardDialogContainer forward={forward} />}
      </>
    );
  }
  if (result === undefined) return null;
  return (
    <ForwardedBar
      count={result.count}
      name={result.name}
      onOpen={() => intend({ area: 'jobs', type: 'openJob', protocol: result.protocol })}
      onClose={forward.closeResult}
    />
  );
}
