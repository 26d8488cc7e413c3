// Connects the template picker with the core: it loads the templates of the attendance when it opens.
import { useEffect, useMemo } from 'react';
import type { Core } from '../../core/host';
import { useCore, useIntent } from '../../core/react';
import { useJob, useTemplates } from '../../core/slices';
import type { ChosenFile } from '../conversation/composer/composing';
import { chosenFile } from '../conversation/composer/attachments/useAttachments';
import { TemplateDialog } from './TemplateDialog';
import { templateOf } from './templateText';

export interface TemplateDialogContainerProps {
  protocol: string;
  onSent: () => void;
  onClose: () => void;
}

export function TemplateDialogContainer({ protocol, onSent, onClose }: TemplateDialogContainerProps) {
  const core = useCore();
  const intend = useIntent();
  const templates = useTemplates(protocol);
  const job = useJob(protocol);
  useEffect(() => intend({ area: 'whatsapp', type: 'loadTemplates', protocol }), [intend, protocol]);
  const items = useMemo(() => (templates?.items ?? []).map(templateOf), [templates]);
  const state = templates?.state ?? 'loading';
  return (
    <TemplateDialog
      state={state === 'notAsked' ? 'loading' : state}
      templates={items}
      customer={job?.registered === true ? job.name : undefined}
      onRetry={() => intend({ area: 'whatsapp', type: 'loadTemplates', protocol })}
      onChooseFile={(file, kind) => chosenFile(core, protocol, file, kind)}
      onSend={(templateId, variables, { file: chosen, link }) => {
        const template = { templateId, variables: [...variables] };
        const header =
          chosen === undefined ? link !== undefined && { headerLink: link } : { file: sentFile(core, chosen) };
        intend({ area: 'whatsapp', type: 'sendTemplate', protocol, ...template, ...header });
        onSent();
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function sentFile(core: Core, { file, address }: ChosenFile) {
  const { name, type: mimetype, size } = file;
  return { handle: core.keepFile(file), name, mimetype, size, url: address, recorded: false };
}
