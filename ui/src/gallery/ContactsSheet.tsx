// The panel of the contact in each of its states.
import { ContactTab } from '../areas/contacts/ContactTab';
import { contactSamples, ignoredContactActions } from './contactSamples';
import { Section, Sheet, State } from './Sheet';
import styles from './Sheet.module.css';

export function ContactsSheet() {
  return (
    <Sheet title="Detalhes do contato">
      <Section title="Estados" layout="cards">
        {Object.entries(contactSamples).map(([name, contact]) => (
          <State key={name} caption={name}>
            <div className={styles.panel}>
              <ContactTab contact={contact} actions={ignoredContactActions} />
            </div>
          </State>
        ))}
      </Section>
    </Sheet>
  );
}
