// Connects QualificationDialog with the core.
import { useIntent } from '../../core/react';
import { useJob, useQualification } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import type { DialogContainerProps } from '../../shared/dialog';
import { QualificationDialog } from './QualificationDialog';
import { useQualificationForm } from './useQualificationForm';

export function QualificationDialogContainer({ dialog, onClose }: DialogContainerProps<'qualification'>) {
  const { protocol } = dialog;
  const say = useCoreText();
  const intend = useIntent();
  const form = useQualificationForm(protocol);
  const { error, pending = false } = useQualification(protocol) ?? {};
  const name = useJob(protocol)?.name ?? '';
  if (form === undefined) return null;
  return (
    <QualificationDialog
      key={protocol}
      open
      name={name}
      {...form}
      failure={error === undefined ? undefined : say(error)}
      pending={pending}
      onQualify={() => intend({ area: 'qualification', type: 'confirmQualification', protocol })}
      onLater={onClose}
    />
  );
}
