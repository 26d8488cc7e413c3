// The tags of several entities below one heading, each with its picker: of a contact and its company, or of an attendance and its contact.
import type { EntityKind } from 'core-wasm';
import { Fragment } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { TagEditorContainer } from './TagEditorContainer';
import styles from './TagSections.module.css';

export interface TagSectionsProps {
  heading: string;
  headingLevel: 'h2' | 'h3';
  /** An entity without an id is left out. */
  entities: ReadonlyArray<{ kind: EntityKind; id: string }>;
  className?: string | undefined;
}

export function TagSections({ heading, headingLevel: Heading, entities, className }: TagSectionsProps) {
  const { t } = useTranslation();
  return (
    <section className={className}>
      <Heading className={styles.heading}>{heading}</Heading>
      {entities
        .filter(({ id }) => id !== '')
        .map(({ kind, id }) => (
          <Fragment key={`${kind}/${id}`}>
            <p className={styles.of}>{t(`tags.${kind}`)}</p>
            <TagEditorContainer kind={kind} id={id} />
          </Fragment>
        ))}
    </section>
  );
}
