// The summary of a contact, connected with the core; renders nothing while it is closed.
import { useEffect } from 'react';
import { useIntent, useSlice } from '../../core/react';
import { TagEditorContainer } from '../tags/TagEditorContainer';
import { ContactSummary } from './ContactSummary';
import { useContactActions } from './useContactActions';

export function ContactSummaryContainer() {
  const intend = useIntent();
  const summary = useSlice('contactSummary');
  const { actions, question } = useContactActions();
  // Leaving the page closes the summary.
  useEffect(() => () => intend({ area: 'people', type: 'closeContactSummary' }), [intend]);
  if (summary === undefined) return null;
  return (
    <>
      <ContactSummary
        {...actions}
        summary={summary}
        tags={<TagEditorContainer key={summary.contact.id} kind="contact" id={summary.contact.id} />}
        onStep={(forward) => intend({ area: 'people', type: 'stepContactSummary', forward })}
        onClose={() => intend({ area: 'people', type: 'closeContactSummary' })}
      />
      {question}
    </>
  );
}
