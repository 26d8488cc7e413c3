// The churn risk of a contact or a company, loaded when it is shown; undefined if no risk is shown (ORG-007).
import type { ChurnView } from 'core-wasm';
import { useEffect } from 'react';
import { useIntent, useSlice } from '../../core/react';

export function useChurn(kind: 'contact' | 'employer', id: string): ChurnView | undefined {
  const intend = useIntent();
  useEffect(() => {
    if (id !== '') intend({ area: 'churn', type: 'loadChurn', kind, id });
  }, [intend, kind, id]);
  return useSlice<'churnOf'>(`churnOf:${kind}/${id}`);
}
