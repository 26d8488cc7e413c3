// Connects the template picker with the core: it loads the templates of the attendance when it opens.
import type { TemplateRecord } from 'core-wasm';
import { useEffect, useMemo } from 'react';
import { useIntent } from '../../core/react';
import { useTemplates } from '../../core/slices';
import { TemplateDialog } from './TemplateDialog';
import type { Template } from './templateText';

export interface TemplateDialogContainerProps {
  protocol: string;
  onSent: () => void;
  onClose: () => void;
}

export function TemplateDialogContainer({ protocol, onSent, onClose }: TemplateDialogContainerProps) {
  const intend = useIntent();
  const templates = useTemplates(protocol);
  useEffect(() => intend({ area: 'whatsapp', type: 'loadTemplates', protocol }), [intend, protocol]);
  const items = useMemo(() => (templates?.items ?? []).map(shown), [templates]);
  const state = templates?.state ?? 'loading';
  return (
    <TemplateDialog
      state={state === 'notAsked' ? 'loading' : state}
      templates={items}
      onRetry={() => intend({ area: 'whatsapp', type: 'loadTemplates', protocol })}
      onSend={(templateId, variables) => {
        intend({ area: 'whatsapp', type: 'sendTemplate', protocol, templateId, variables: [...variables] });
        onSent();
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** The server may leave out fields that are empty. */
function shown({ id, name, language, header, body, footer, buttons, variables }: TemplateRecord): Template {
  return {
    id: id ?? '',
    name: name ?? '',
    language: language ?? '',
    header: header ?? '',
    body: body ?? '',
    footer: footer ?? '',
    buttons: buttons ?? [],
    variables: variables ?? [],
  };
}
