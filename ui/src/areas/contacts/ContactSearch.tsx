// Searches an existing contact to link it to this attendance. An empty search shows an error and is not sent.
import { UserRoundSearch, X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { EmptyState } from '../../design/EmptyState';
import { IconButton } from '../../design/IconButton';
import { SearchField } from '../../design/SearchField';
import { CandidateList } from './CandidateList';
import type { ContactSearchState } from './contactViews';
import styles from './ContactSearch.module.css';

export interface ContactSearchProps {
  state: ContactSearchState;
  onSearch: (query: string) => void;
  onLink: (contactId: string) => void;
  onClose: () => void;
}

export function ContactSearch({ state, onSearch, onLink, onClose }: ContactSearchProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [emptySubmitted, setEmptySubmitted] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isEmpty = query.trim() === '';
    setEmptySubmitted(isEmpty);
    if (!isEmpty) onSearch(query);
  };
  const error = emptySubmitted ? t('contacts.requiredField') : state.error;
  return (
    <div>
      <div className={styles.header}>
        <h3 className={styles.title}>{t('contacts.search.title')}</h3>
        <IconButton size="small" iconSize={14} glyph={X} label={t('contacts.search.close')} onClick={onClose} />
      </div>
      <form noValidate className={styles.form} role="search" onSubmit={submit}>
        <SearchField
          autoFocus
          className={styles.field}
          label={t('contacts.search.label')}
          clearLabel={t('jobs.list.clearSearch')}
          placeholder={t('contacts.search.placeholder')}
          value={query}
          onChange={(value) => {
            setQuery(value);
            setEmptySubmitted(false);
          }}
        />
        <Button type="submit" pending={state.pending}>
          {t('contacts.search.submit')}
        </Button>
      </form>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {state.results !== null &&
        (state.results.length === 0 ? (
          <EmptyState
            glyph={UserRoundSearch}
            title={t('contacts.search.nothing')}
            help={t('contacts.search.nothingHelp')}
          />
        ) : (
          <div className={styles.results}>
            <CandidateList
              label={t('contacts.search.results')}
              candidates={state.results}
              linkPending={state.linkPending}
              onLink={onLink}
            />
          </div>
        ))}
    </div>
  );
}
