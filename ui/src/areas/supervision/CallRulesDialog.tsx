// The org unit's rules of calls, each with what it means: whether agents see who supervises them, whether supervisors hear consultations, whether agents call
// each other. What was chosen stays in the dialog until the server has it.
import type { CallRules } from 'core-wasm';
import { PhoneCall } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Checkbox } from '../../design/Checkbox';
import { Dialog } from '../../design/Dialog';
import { ErrorState } from '../../design/EmptyState';
import { Spinner } from '../../design/Spinner';
import styles from './CallRulesDialog.module.css';

export interface CallRulesDialogProps {
  /** The server's rules; undefined until they are read. */
  rules: CallRules | undefined;
  /** Why the rules were not loaded, or not saved. */
  failure: string | undefined;
  saving: boolean;
  onSave: (rules: CallRules) => void;
  onRetry: () => void;
  onClose: () => void;
}

export function CallRulesDialog({ rules, failure, saving, onSave, onRetry, onClose }: CallRulesDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const [changes, setChanges] = useState<Partial<CallRules>>({});
  const chosen = rules === undefined ? undefined : { ...rules, ...changes };
  const change = (part: Partial<CallRules>): void => setChanges({ ...changes, ...part });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('supervision.rules.title')}
      glyph={PhoneCall}
      description={t('supervision.rules.lead')}
      failure={rules === undefined ? undefined : failure}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('shell.dialog.cancel')}
          </Button>
          <Button
            tone="primary"
            type="submit"
            form={formId}
            pending={saving || (chosen === undefined && failure === undefined)}
            disabledReason={chosen === undefined ? failure : undefined}
          >
            {t('supervision.rules.save')}
          </Button>
        </>
      }
    >
      {chosen !== undefined ? (
        <form
          id={formId}
          className={styles.rules}
          onSubmit={(event) => {
            event.preventDefault();
            if (!saving) onSave(chosen);
          }}
        >
          <Checkbox
            label={t('supervision.rules.told')}
            help={t(chosen.agentIsTold ? 'supervision.rules.toldHelp' : 'supervision.rules.notToldHelp')}
            checked={chosen.agentIsTold}
            onChange={(agentIsTold) => change({ agentIsTold })}
          />
          <Checkbox
            label={t('supervision.rules.hears')}
            help={t(chosen.hearsConsultations ? 'supervision.rules.hearsHelp' : 'supervision.rules.hearsNotHelp')}
            checked={chosen.hearsConsultations}
            onChange={(hearsConsultations) => change({ hearsConsultations })}
          />
          <Checkbox
            label={t('supervision.rules.colleagues')}
            help={t(
              chosen.agentCallsBlocked ? 'supervision.rules.colleaguesNotHelp' : 'supervision.rules.colleaguesHelp',
            )}
            checked={!chosen.agentCallsBlocked}
            onChange={(allowed) => change({ agentCallsBlocked: !allowed })}
          />
        </form>
      ) : failure !== undefined ? (
        <ErrorState message={failure} onRetry={onRetry} />
      ) : (
        <p role="status" className={styles.loading}>
          <Spinner />
          {t('supervision.rules.loading')}
        </p>
      )}
    </Dialog>
  );
}
