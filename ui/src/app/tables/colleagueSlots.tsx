// The card of an internal call, which is shown on every page. It is loaded when the first call begins.
import { useSlice } from '../../core/react';
import { lazyArea } from '../../design/lazyArea';

const InternalCallPart = lazyArea(() => import('../../areas/colleagues/InternalCallCardContainer'), {
  component: 'InternalCallCardContainer',
  words: ['colleagues'],
  onDemand: true,
});

export function InternalCallSlot() {
  return useSlice('internalCall') === undefined ? null : <InternalCallPart />;
}
