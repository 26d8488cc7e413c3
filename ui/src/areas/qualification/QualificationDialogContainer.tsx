// Connects QualificationDialog with the core.
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent } from '../../core/react';
import { useJob, useQualification } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import type { DialogContainerProps } from '../../shared/dialog';
import { QualificationDialog } from './QualificationDialog';

export function QualificationDialogContainer({ dialog, onClose }: DialogContainerProps<'qualification'>) {
  const { protocol } = dialog;
  const { t } = useTranslation();
  const say = useCoreText();
  const intend = useIntent();
  const form = useQualification(protocol);
  const name = useJob(protocol)?.name ?? '';
  if (form === undefined) return null;
  return (
    <QualificationDialog
      key={protocol}
      open
      name={name}
      state={form.loading ? 'loading' : form.loadFailed ? 'failed' : 'ready'}
      options={form.options}
      selected={form.chosen ?? null}
      onSelect={(qualificationId) =>
        intend({ area: 'qualification', type: 'chooseQualification', protocol, qualificationId })
      }
      selectionError={form.choiceError === undefined ? undefined : t('qualification.dialog.choose')}
      observation={form.observation}
      onObservationChange={(observation) =>
        intend({ area: 'qualification', type: 'observeQualification', protocol, observation })
      }
      observationRequired={form.observationRequired}
      observationError={form.observationError === undefined ? undefined : say(form.observationError)}
      failure={form.error === undefined ? undefined : say(form.error)}
      pending={form.pending}
      onQualify={() => intend({ area: 'qualification', type: 'confirmQualification', protocol })}
      onLater={onClose}
      onRetry={() => intend({ area: 'qualification', type: 'reloadQualifications', protocol })}
    />
  );
}
