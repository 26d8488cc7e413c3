// Connects the churn card of a contact with the core.
import type { ChurnView } from 'core-wasm';
import { useMemo } from 'react';
import { useIntent } from '../../core/react';
import { ChurnCard } from './ChurnCard';

export interface ChurnCardContainerProps {
  contactId: string;
  churn: ChurnView;
  compact?: boolean;
}

export function ChurnCardContainer({ contactId: id, churn, compact }: ChurnCardContainerProps) {
  const intend = useIntent();
  const removal = useMemo(
    () => ({
      onOpenChange: (open: boolean) => intend({ area: 'churn', type: 'openRiskRemoval', id, open }),
      onType: (text: string) => intend({ area: 'churn', type: 'typeJustification', id, text }),
      onRemove: (text: string) => intend({ area: 'churn', type: 'removeRisk', id, text }),
    }),
    [intend, id],
  );
  return <ChurnCard churn={churn} removal={removal} compact={compact} />;
}
