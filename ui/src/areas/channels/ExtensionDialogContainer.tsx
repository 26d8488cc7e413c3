// Connects ExtensionDialog with the core.
import { useIntent, useSlice } from '../../core/react';
import { useCoreText } from '../../i18n/text';
import type { DialogContainerProps } from '../../shared/dialog';
import { ExtensionDialog, extensionRefusalOf } from './ExtensionDialog';

export function ExtensionDialogContainer({ onClose }: DialogContainerProps<'extension'>) {
  const { extension } = useSlice('channels');
  const { extension: last = '' } = useSlice('preferences');
  const intend = useIntent();
  const say = useCoreText();
  return (
    <ExtensionDialog
      open
      last={last}
      error={extension.invalid === undefined ? undefined : say(extension.invalid)}
      failure={extension.failure === undefined ? undefined : say(extension.failure)}
      refusal={extension.failure === undefined ? undefined : extensionRefusalOf(extension.failure.key)}
      pending={extension.pending}
      onConnect={(exten) => intend({ area: 'channels', type: 'connectVoice', exten })}
      onClose={onClose}
    />
  );
}
