// Connects the form of a qualification with the core: both the qualification dialog and the finish dialog use it.
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent } from '../../core/react';
import { useQualification } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import type { QualificationFormProps } from './QualificationDialog';

/** Undefined for an attendance without a form. */
export function useQualificationForm(protocol: string): Omit<QualificationFormProps, 'onEnter'> | undefined {
  const { t } = useTranslation();
  const say = useCoreText();
  const intend = useIntent();
  const form = useQualification(protocol);
  if (form === undefined) return undefined;
  return {
    state: form.loading ? 'loading' : form.loadFailed ? 'failed' : 'ready',
    options: form.options,
    selected: form.chosen ?? null,
    onSelect: (qualificationId) =>
      intend({ area: 'qualification', type: 'chooseQualification', protocol, qualificationId }),
    selectionError: form.choiceError === undefined ? undefined : t('qualification.dialog.choose'),
    observation: form.observation,
    onObservationChange: (observation) =>
      intend({ area: 'qualification', type: 'observeQualification', protocol, observation }),
    observationRequired: form.observationRequired,
    observationError: form.observationError === undefined ? undefined : say(form.observationError),
    onRetry: () => intend({ area: 'qualification', type: 'reloadQualifications', protocol }),
  };
}
