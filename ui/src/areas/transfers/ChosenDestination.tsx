// The right side of the destination dialog: the chosen destination, the way of transferring, and the note for the receiver.
import type { TransferKind } from 'core-wasm';
import * as RadioGroup from 'radix-ui/radio-group';
import { forwardRef, useId, type ReactNode } from 'react';
import { Note } from '../../design/Note';
import { TextArea } from '../../design/TextArea';
import { Timer } from '../../design/Timer';
import { useTranslation } from '../../i18n/useTranslation';
import { DestinationState, DestinationTile } from './CallDestinationList';
import { freeText, type CallDestinationRow } from './callDestinations';
import styles from './ChosenDestination.module.css';

export interface ChosenDestinationProps {
  mode: 'transfer' | 'conference';
  /** Undefined: nothing is chosen. */
  row: CallDestinationRow | undefined;
  /** The destination's name in the form used in sentences. */
  name: string;
  customer: string;
  /** Why the chosen destination can no longer get the call. */
  impossible: string | undefined;
  kind: TransferKind;
  onKindChange: (kind: TransferKind) => void;
  note: string;
  onNote: (note: string) => void;
}

export const longestNote = 500;

export const ChosenDestination = forwardRef<HTMLDivElement, ChosenDestinationProps>(function ChosenDestination(
  { mode, row, name, customer, impossible, kind, onKindChange, note, onNote },
  ref,
) {
  const { t } = useTranslation();
  const howId = useId();
  const isGroup = row?.kind === 'queue' || row?.kind === 'campaign';
  return (
    <section ref={ref} className={styles.side} aria-label={t('transfers.call.chosen')}>
      {row === undefined ? (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{t('transfers.call.choose')}</p>
          <p>{t('transfers.call.chooseHelp')}</p>
        </div>
      ) : (
        <>
          <div className={styles.who}>
            <DestinationTile row={row} size={40} />
            <div className={styles.whoText}>
              <h3 className={styles.name}>
                <bdi>{row.name}</bdi>
              </h3>
              <DestinationState row={row} />
            </div>
          </div>
          {impossible !== undefined && (
            <Note tone="danger" className={styles.impossible}>
              {impossible}
            </Note>
          )}
          <Facts row={row} />
        </>
      )}
      {mode === 'transfer' && row !== undefined && (
        <>
          <span id={howId} className={styles.label}>
            {t('transfers.call.how')}
          </span>
          <RadioGroup.Root
            className={styles.how}
            aria-labelledby={howId}
            value={kind}
            onValueChange={(value) => onKindChange(value === 'blind' ? 'blind' : 'assisted')}
          >
            <Way
              value="blind"
              title={t('transfers.call.now')}
              text={isGroup ? t('transfers.call.nowGroupText', { name }) : t('transfers.call.nowText', { name })}
            />
            <Way
              value="assisted"
              title={t('transfers.call.before')}
              text={isGroup ? t('transfers.call.notToGroup') : t('transfers.call.beforeText', { name, customer })}
              isDisabled={isGroup}
            />
          </RadioGroup.Root>
        </>
      )}
      {mode === 'transfer' && (
        <>
          <TextArea
            className={styles.note}
            label={row === undefined || isGroup ? t('transfers.call.noteNobody') : t('transfers.call.note', { name })}
            help={
              row === undefined || isGroup ? t('transfers.call.noteHelpNobody') : t('transfers.call.noteHelp', { name })
            }
            rows={4}
            maxLength={longestNote}
            value={note}
            onChange={({ target }) => onNote(target.value)}
          />
          <p className={styles.counter} aria-hidden="true">{`${note.length}/${longestNote}`}</p>
        </>
      )}
    </section>
  );
});

interface WayProps {
  value: TransferKind;
  title: string;
  text: string;
  isDisabled?: boolean;
}

/** A way of transferring that the group does not allow stays reachable and shows the reason. */
function Way({ value, title, text, isDisabled = false }: WayProps) {
  const id = useId();
  return (
    <RadioGroup.Item
      value={value}
      className={styles.way}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      disabled={isDisabled}
    >
      <span className={styles.mark} aria-hidden="true" />
      <span className={styles.wayText}>
        <span id={`${id}-title`} className={styles.wayTitle}>
          {title}
        </span>
        <span id={`${id}-text`} className={styles.wayHelp}>
          {text}
        </span>
      </span>
    </RadioGroup.Item>
  );
}

function Facts({ row }: { row: CallDestinationRow }) {
  const { t } = useTranslation();
  return <dl className={styles.facts}>{factsOf()}</dl>;

  function factsOf() {
    if (row.kind === 'number') return <Fact name={t('transfers.call.fact.number')}>{row.name}</Fact>;
    if (row.kind === 'agent') {
      const { extension, groups, open } = row.agent;
      return (
        <>
          {extension !== '' && <Fact name={t('transfers.call.fact.extension')}>{extension}</Fact>}
          {groups.length > 0 && <Fact name={t('transfers.call.fact.groups')}>{groups.join(', ')}</Fact>}
          <Fact name={t('transfers.call.fact.open')}>{open}</Fact>
        </>
      );
    }
    const { waiting, waitingSince } = row.group;
    const free = freeText(row.group, t);
    return (
      <>
        {free !== undefined && <Fact name={t('transfers.call.fact.free')}>{free}</Fact>}
        {waiting !== undefined && <Fact name={t('transfers.call.fact.waiting')}>{waiting}</Fact>}
        {waitingSince !== undefined && (
          <Fact name={t('transfers.call.fact.longest')}>
            <Timer since={waitingSince} shape="call" />
          </Fact>
        )}
      </>
    );
  }
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
