// The dialogs of the supervisor's org unit: the rules of calls, and the tasks outside the server that were given up. Invented data.
import type { DeadEffectView } from 'core-wasm';
import type { ReactNode } from 'react';
import { DeadEffectsDialog, type DeadEffectsDialogProps } from '../areas/deadEffects/DeadEffectsDialog';
import { CallRulesDialog, type CallRulesDialogProps } from '../areas/supervision/CallRulesDialog';
import { ignore, openedAt } from './samples';

const rulesOf = (props: Partial<CallRulesDialogProps>) => (): ReactNode => (
  <CallRulesDialog
    rules={undefined}
    failure={undefined}
    saving={false}
    onSave={ignore}
    onRetry={ignore}
    onClose={ignore}
    {...props}
  />
);

const rules = { agentIsTold: true, hearsConsultations: false, agentCallsBlocked: false };

const effectsOf = (props: Partial<DeadEffectsDialogProps>) => (): ReactNode => (
  <DeadEffectsDialog
    phase="ready"
    effects={[]}
    cut={false}
    onReload={ignore}
    onRetry={ignore}
    onClose={ignore}
    {...props}
  />
);

const cause = (key: string, params: Record<string, string> = {}): DeadEffectView['cause'] => ({
  key: `deadEffects.cause.${key}`,
  params,
  fallback: undefined,
});

const effect = (id: string, change: Partial<DeadEffectView>): DeadEffectView => ({
  id,
  kind: 'fetch_file',
  createdAt: openedAt - 60_000_000,
  givenUpAt: openedAt - 3_600_000,
  attempts: 40,
  cause: cause('status', { status: '503' }),
  retry: 'idle',
  ...change,
});

const several: ReadonlyArray<DeadEffectView> = [
  effect('1', {}),
  effect('2', { kind: 'command_telephone', attempts: 1, cause: cause('order') }),
  effect('3', {
    kind: 'end_broker_queue',
    attempts: 20,
    cause: cause('other', { cause: 'it refused the queue agent.101.6f2a4c1e9b7d4f0a8c35e1d2b4a69870: NOT_FOUND' }),
  }),
  effect('4', { kind: 'score_churn', attempts: 20, cause: cause('noAnswer') }),
];

const retries: ReadonlyArray<DeadEffectView> = (
  ['idle', 'retrying', 'lookingUp', 'retried', 'gone', 'failed', 'unknown'] as const
).map((retry, index) => effect(String(index), { retry }));

/** The dialogs by their names. */
export const supervisorDialogs: Readonly<Record<string, () => ReactNode>> = {
  callRules: rulesOf({ rules }),
  callRulesLoading: rulesOf({}),
  callRulesFailed: rulesOf({ failure: 'Não foi possível carregar as regras das chamadas.' }),
  callRulesRefused: rulesOf({ rules, failure: 'Não foi possível salvar as regras das chamadas. Tente de novo.' }),
  'effects-several': effectsOf({ effects: several, cut: true }),
  'effects-retries': effectsOf({ effects: retries }),
  'effects-none': effectsOf({}),
  'effects-loading': effectsOf({ phase: 'loading' }),
  'effects-failed': effectsOf({ phase: 'failed' }),
  'effects-stale': effectsOf({ phase: 'stale', effects: several }),
};
