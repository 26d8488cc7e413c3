// The parts of the rows of contacts and companies.
import type { ContactRiskView, ContactRowView, LastContactView } from 'core-wasm';
import { Ellipsis, Star } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useToday } from '../../core/page/today';
import { Avatar } from '../../design/Avatar';
import { IconButton } from '../../design/IconButton';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { DropdownMenu, type MenuEntry } from '../../design/Menu';
import { openLink } from '../../design/openLink';
import { TagChip } from '../../design/TagChip';
import { RiskMeter } from '../../design/RiskMeter';
import { useRowTabIndex } from '../../design/TableRows';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import { formatListTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/text';
import { addressOf } from '../../shared/addresses';
import { channelGlyph, type ChannelName } from '../channels/channels';
import { displayChannel } from '../channels/displayChannel';
import styles from './RowParts.module.css';

export interface NameCellProps {
  initials: string;
  color: string;
  name: string;
  /** Icon for a name without a letter. */
  nameless?: Glyph | undefined;
}

export function NameCell({ initials, color, name, nameless }: NameCellProps) {
  return (
    <span className={styles.name}>
      <Avatar initials={initials} color={color} size={26} nameless={nameless} />
      <bdi className={styles.cut} title={name}>
        {name}
      </bdi>
    </span>
  );
}

/** The parts that are not empty, side by side. Each is isolated, so that direction marks in one name do not reverse the others. */
export function JoinedParts({ parts }: { parts: ReadonlyArray<string> }) {
  const filled = parts.filter((part) => part !== '');
  return filled.map((part, index) => (
    // Two parts can be equal, so that the position identifies a part.
    <Fragment key={index}>
      {index > 0 && ' · '}
      <bdi>{part}</bdi>
    </Fragment>
  ));
}

/** A link to a page of the core's routes: a click opens it in place. */
export function CellLink({ path, text, onOpen }: { path: string; text: string; onOpen: () => void }) {
  return (
    <a href={addressOf(path)} tabIndex={useRowTabIndex()} className={styles.link} onClick={openLink(onOpen)}>
      <bdi>{text}</bdi>
    </a>
  );
}

/** Maximum of shown tags; the number of the others is shown, with their names in its tooltip. */
/** Number of letters of two tags that fit into the column, alone and beside the number of further tags. */
const lettersOfTwo = { alone: 13, withOthers: 9 };

/** A second tag is shown beside the first only if both fit: a cut name says less than a number of further tags. */
function wholeTags(tags: ContactRowView['tags'], most: number): number {
  const [first, second] = tags;
  if (most < 2 || first === undefined || second === undefined) return most;
  const letters = first.name.length + second.name.length;
  return letters <= (tags.length > 2 ? lettersOfTwo.withOthers : lettersOfTwo.alone) ? 2 : 1;
}

export function TagsCell({ tags, most = 2 }: { tags: ContactRowView['tags']; most?: number }) {
  const { t } = useTranslation();
  if (tags.length === 0) return <>-</>;
  const count = wholeTags(tags, most);
  const shown = tags.slice(0, count);
  const others = tags.slice(count);
  return (
    <span className={styles.tags}>
      {shown.map(({ name, color }) => (
        <TagChip key={name} name={name} color={color} className={styles.tag} />
      ))}
      {others.length > 0 && (
        <span className={styles.others} title={others.map(({ name }) => name).join(', ')}>
          <span aria-hidden="true">+{others.length}</span>
          <VisuallyHidden>{t('people.tags.more', { count: others.length })}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

export function RiskCell({ risk }: { risk: ContactRiskView | undefined }) {
  const { t } = useTranslation();
  if (risk === undefined) return <>-</>;
  const word = t(`people.risk.${risk.band}`);
  return <RiskMeter {...risk} word={word} label={t('people.risk.label', { word, percent: risk.percent })} />;
}

/** Undefined for a channel that this version does not know. */
export function channelOf({ channel, metaType }: LastContactView): ChannelName | undefined {
  return channel === undefined ? undefined : displayChannel(channel, metaType);
}

export function LastContactCell({ last }: { last: LastContactView | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const channel = last === undefined ? undefined : channelOf(last);
  if (last?.at === undefined) return <>-</>;
  return (
    <span className={styles.last} data-ch={channel}>
      {channel !== undefined && (
        <>
          <Icon glyph={channelGlyph[channel]} size={14} className={styles.channel} />
          <VisuallyHidden>{t(`channels.name.${channel}`)}</VisuallyHidden>
        </>
      )}
      {formatListTime(last.at, today, language, t)}
    </span>
  );
}

export interface StarProps {
  contact: ContactRowView;
  onPreferential: (id: string, preferential: boolean) => void;
}

/**
 * Adds the contact to the agent's wallet or removes it; a contact in another agent's wallet cannot be changed (WAL-005).
 */
export function StarButton({ contact, onPreferential }: StarProps) {
  const { t } = useTranslation();
  const tabIndex = useRowTabIndex();
  const { preferential } = contact;
  const own = preferential.of === 'own';
  return (
    <IconButton
      size="small"
      glyph={Star}
      tabIndex={tabIndex}
      label={t(own ? 'people.wallet.take' : 'people.wallet.put', { name: contact.name })}
      aria-pressed={own}
      className={styles.star}
      disabledReason={preferential.of === 'other' ? t('people.wallet.other', { agent: preferential.name }) : undefined}
      onClick={() => onPreferential(contact.id, !own)}
    />
  );
}

export function RowMenu({ name, entries }: { name: string; entries: ReadonlyArray<MenuEntry> }) {
  const { t } = useTranslation();
  const tabIndex = useRowTabIndex();
  const label = t('people.row.more', { name });
  return (
    <DropdownMenu
      label={label}
      entries={entries}
      trigger={<IconButton size="small" glyph={Ellipsis} label={label} tabIndex={tabIndex} className={styles.more} />}
    />
  );
}
