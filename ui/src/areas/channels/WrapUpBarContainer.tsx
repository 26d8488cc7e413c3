// Connects WrapUpBar with the core.
import { useIntent, useSlice } from '../../core/react';
import { WrapUpBar } from './WrapUpBar';

export function WrapUpBarContainer() {
  const wrapUp = useSlice('channels').items.find(({ channel }) => channel === 'voice')?.wrapUp;
  const intend = useIntent();
  if (wrapUp === undefined) return null;
  return (
    <WrapUpBar
      since={wrapUp.since}
      until={wrapUp.until}
      extended={wrapUp.extended}
      extensions={wrapUp.extensions}
      ending={wrapUp.ending}
      asked={wrapUp.asked}
      onExtend={() => intend({ area: 'channels', type: 'extendWrapUp' })}
      onReady={() => intend({ area: 'channels', type: 'endWrapUp' })}
    />
  );
}
