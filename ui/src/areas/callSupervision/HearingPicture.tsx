// Who hears whom in a supervised call: a picture of customer, agent and supervisor, and below it a list of everybody, which is the picture's label.
import type { HearingView } from 'core-wasm';
import { Ear, EarOff } from 'lucide-react';
import { useId } from 'react';
import { Avatar } from '../../design/Avatar';
import { Icon } from '../../design/icons/Icon';
import { useTranslation } from '../../i18n/useTranslation';
import { hearingLines, nameOf } from './supervisedCall';
import styles from './HearingPicture.module.css';

export interface HearingPictureProps {
  /** The last person is the supervisor. */
  people: ReadonlyArray<HearingView>;
  /** Initials and colour of the supervisor. */
  own: { initials: string; color: string };
}

export function HearingPicture({ people, own }: HearingPictureProps) {
  const { t } = useTranslation();
  const id = useId();
  const lines = hearingLines(people, t);
  return (
    <section className={styles.hearing} aria-labelledby={`${id}title`}>
      <h3 id={`${id}title`} className={styles.title}>
        {t('callSupervision.hearing.title')}
      </h3>
      <div role="img" aria-labelledby={`${id}list`} className={styles.picture}>
        <Picture people={people} own={own} id={id} />
      </div>
      <ul id={`${id}list`} className={styles.list}>
        {lines.map(({ name, hears, hearsYou }, index) => (
          <li key={index} className={styles.line}>
            <Icon glyph={Ear} size={14} className={styles.ear} />
            <b className={styles.name}>
              <bdi>{name}</bdi>
            </b>{' '}
            <span className={styles.hears}>
              {hears}
              {hearsYou !== undefined && (
                <>
                  {', '}
                  <span className={hearsYou ? styles.yes : styles.no}>
                    {t(hearsYou ? 'callSupervision.hearing.hearsYou' : 'callSupervision.hearing.hearsNotYou')}
                  </span>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Further parties are shown only in the list. */
function Picture({ people, own, id }: HearingPictureProps & { id: string }) {
  const { t } = useTranslation();
  const you = people.length - 1;
  const customer = people.findIndex(({ role }) => role === 'customer');
  const agent = people.findIndex(({ role }) => role === 'agent');
  const hears = (listener: number, speaker: number): boolean => people[listener]?.hears.includes(speaker) === true;
  const talk = hears(customer, agent) && hears(agent, customer);
  const grey = `url(#${id}grey)`;
  const blue = `url(#${id}blue)`;
  return (
    <>
      <svg className={styles.lines} viewBox="0 0 416 182" preserveAspectRatio="none" fill="none" aria-hidden="true">
        <defs>
          <Arrow id={`${id}grey`} className={styles.grey} />
          <Arrow id={`${id}blue`} className={styles.blue} />
        </defs>
        {talk ? (
          <path className={styles.grey} d="M108 52H308" markerStart={grey} markerEnd={grey} />
        ) : (
          <path className={styles.silent} d="M108 52H308" />
        )}
        <path
          className={hears(you, customer) ? styles.grey : styles.silent}
          d="M101 61L188 112.5"
          markerEnd={hears(you, customer) ? grey : undefined}
        />
        <path
          className={hears(customer, you) ? styles.blue : styles.silent}
          d="M183 121L96 69.5"
          markerEnd={hears(customer, you) ? blue : undefined}
        />
        <path
          className={hears(you, agent) ? styles.grey : styles.silent}
          d="M315 61L228 112.5"
          markerEnd={hears(you, agent) ? grey : undefined}
        />
        <path
          className={hears(agent, you) ? styles.blue : styles.silent}
          d="M233 121L320 69.5"
          markerEnd={hears(agent, you) ? blue : undefined}
        />
      </svg>
      <Node person={people[customer]} place={styles.left} />
      <Node person={people[agent]} place={styles.right} />
      <span className={`${styles.node} ${styles.below}`} aria-hidden="true">
        <Avatar {...own} size={40} />
        <b>{t('callSupervision.hearing.you')}</b>
      </span>
      <span className={`${styles.label} ${styles.between}`}>
        {t(talk ? 'callSupervision.hearing.each' : 'callSupervision.hearing.notEach')}
      </span>
      <HearsYou heard={hears(customer, you)} place={styles.leftLabel} />
      <HearsYou heard={hears(agent, you)} place={styles.rightLabel} />
    </>
  );
}

function Arrow({ id, className }: { id: string; className: string | undefined }) {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX="6"
      refY="4"
      markerWidth="7"
      markerHeight="7"
      markerUnits="userSpaceOnUse"
      orient="auto-start-reverse"
    >
      <path className={className} d="M1 1l5 3-5 3" />
    </marker>
  );
}

function Node({ person, place }: { person: HearingView | undefined; place: string | undefined }) {
  const { t } = useTranslation();
  if (person?.role === undefined) return null;
  return (
    <span className={`${styles.node} ${place}`} aria-hidden="true">
      <span className={styles.who}>
        <b>{nameOf(person, t)}</b> <span className={styles.role}>{t(`callSupervision.hearing.${person.role}`)}</span>
      </span>
      <Avatar initials={person.initials} color={person.color} size={40} />
    </span>
  );
}

function HearsYou({ heard, place }: { heard: boolean; place: string | undefined }) {
  const { t } = useTranslation();
  return (
    <span className={`${styles.label} ${place} ${heard ? styles.yes : styles.no}`} aria-hidden="true">
      <Icon glyph={heard ? Ear : EarOff} size={12} className={styles.labelGlyph} />
      {t(heard ? 'callSupervision.hearing.hearsYou' : 'callSupervision.hearing.hearsNotYou')}
    </span>
  );
}
