// Chooses the attendance that gets the selected messages (WAP-053, WAP-054). An attendance that cannot get them says why.
import { Forward } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { EmptyState } from '../../design/EmptyState';
import { RadioList } from '../../design/RadioList';
import { choiceKeys } from '../../design/choiceKeys';
import { SearchField } from '../../design/SearchField';
import { foldForSearch } from '../../i18n/fold';
import styles from './ForwardDialog.module.css';

export interface ForwardTarget {
  protocol: string;
  name: string;
  /** Name of queue or campaign; may be empty. */
  place: string;
  /** Why the attendance cannot receive messages now. */
  blocked?: 'windowClosed' | 'waiting' | 'notAvailable' | undefined;
}

export interface ForwardDialogProps {
  count: number;
  targets: ReadonlyArray<ForwardTarget>;
  /** Why the last attempt was refused. */
  failure: string | undefined;
  onForward: (target: ForwardTarget) => void;
  onClose: () => void;
}

export function ForwardDialog({ count, targets, failure, onForward, onClose }: ForwardDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = foldForSearch(search.trim());
  const found = targets.filter(({ name, place, protocol }) =>
    [name, place, protocol].some((text) => foldForSearch(text).includes(wanted)),
  );
  // An attendance that the search hides cannot be the target.
  const target = found.find(({ protocol, blocked }) => protocol === chosen && blocked === undefined);
  const keys = choiceKeys({
    options: found.map(({ protocol, blocked }) => ({ value: protocol, disabled: blocked !== undefined })),
    value: target?.protocol ?? null,
    onChange: setChosen,
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (target !== undefined) onForward(target);
  };
  return (
    <Dialog
      open
      glyph={Forward}
      title={t('whatsapp.forward.title', { count })}
      failure={failure}
      onClose={onClose}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('whatsapp.forward.cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            tone="primary"
            disabledReason={target === undefined ? t('whatsapp.forward.chooseTarget') : undefined}
          >
            {t('whatsapp.forward.send')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={send}>
        {targets.length > 0 && (
          <SearchField
            className={styles.search}
            label={t('whatsapp.forward.search')}
            clearLabel={t('whatsapp.forward.clearSearch')}
            placeholder={t('whatsapp.forward.searchPlaceholder')}
            value={search}
            autoFocus
            onChange={setSearch}
            onKeyDown={keys}
          />
        )}
        {found.length === 0 ? (
          <EmptyState
            glyph={Forward}
            title={t(targets.length === 0 ? 'whatsapp.forward.noTargets' : 'whatsapp.forward.nothingFound')}
          />
        ) : (
          <RadioList
            label={t('whatsapp.forward.list')}
            options={found.map(({ protocol, name, place, blocked }) => ({
              value: protocol,
              label: name,
              detail: blocked === undefined ? place : t(`whatsapp.forward.blocked.${blocked}`),
              disabled: blocked !== undefined,
            }))}
            value={target?.protocol ?? null}
            onChange={setChosen}
          />
        )}
      </form>
    </Dialog>
  );
}
