// Connects CallRulesDialog with the core.
import { useIntent, useSlice } from '../../core/react';
import { useCoreText } from '../../i18n/text';
import type { DialogContainerProps } from '../../shared/dialog';
import { CallRulesDialog } from './CallRulesDialog';

export function CallRulesDialogContainer({ onClose }: DialogContainerProps<'callRules'>) {
  const intend = useIntent();
  const say = useCoreText();
  const { rules, rulesFault, savingRules } = useSlice('supervision');
  return (
    <CallRulesDialog
      rules={rules}
      failure={rulesFault === undefined ? undefined : say(rulesFault)}
      saving={savingRules}
      onSave={(chosen) => intend({ area: 'supervision', type: 'saveCallRules', ...chosen })}
      onRetry={() => intend({ area: 'supervision', type: 'openCallRules' })}
      onClose={onClose}
    />
  );
}
