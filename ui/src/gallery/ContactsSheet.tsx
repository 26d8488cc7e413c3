// The panel of the contact in each of its states.
import { ContactTab } from '../areas/contacts/ContactTab';
import { IdentifierRow } from '../areas/contacts/IdentifierRow';
import { contactSamples, identifierSamples, ignoredContactActions } from './contactSamples';
import { detailsSamples } from './detailsSamples';
import { Section, Sheet, State } from './Sheet';
import styles from './Sheet.module.css';

export function ContactsSheet() {
  return (
    <Sheet title="Detalhes do contato">
      <Section title="Estados" layout="cards">
        {Object.entries(contactSamples).map(([name, contact]) => (
          <State key={name} caption={name}>
            <div className={styles.panel}>
              <ContactTab
                contact={contact}
                actions={ignoredContactActions}
                identifier={name === 'long' || name === 'oneLong' ? identifierSamples.long : identifierSamples.number}
              />
            </div>
          </State>
        ))}
      </Section>
      <Section title="Número, perfil, identificador" layout="cards">
        {Object.entries(identifierSamples).map(([name, sample]) => (
          <State key={name} caption={name}>
            <div className={styles.panel}>
              <IdentifierRow {...sample} />
            </div>
          </State>
        ))}
      </Section>
      <Section title="Contato cadastrado" layout="cards">
        {Object.entries(detailsSamples).map(([name, details]) => (
          <State key={name} caption={name}>
            <div className={styles.panel}>
              <ContactTab
                contact={contactSamples.known ?? { kind: 'loading' }}
                actions={ignoredContactActions}
                identifier={identifierSamples.number}
                details={() => details}
              />
            </div>
          </State>
        ))}
      </Section>
    </Sheet>
  );
}
