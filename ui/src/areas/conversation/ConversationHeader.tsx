// The header of a conversation: customer with number or profile, channel, queue, and the actions on the attendance. The name leads to the contact's page; on a phone
// it opens the details.
import { ArrowLeft, Check, ContactRound, Ellipsis, ListChecks, PanelRight } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { channelGlyph, type ChannelName } from '../channels/channels';
import { IconButton } from '../../design/IconButton';
import { DropdownMenu, type MenuEntry } from '../../design/Menu';
import { ShortcutHint } from '../../design/ShortcutHint';
import { useMediaQuery } from '../../design/useMediaQuery';
import { WindowCountdown } from '../jobs/WindowCountdown';
import type { ShownWindow } from '../jobs/windowLeft';
import type { PageLink } from '../../shared/addresses';
import { ContactLink } from '../../shared/ContactLink';
import { CopyIdentifier } from '../../shared/CopyIdentifier';
import type { CustomerIdentifier } from '../../shared/customerIdentifier';
import { useShortcutKeys, type ShortcutName } from '../../shared/shortcuts';
import type { Glyph } from '../../design/icons/Icon';
import styles from './ConversationHeader.module.css';

/** An action of the channel with its own button; if there is no space it is in the menu. */
export interface HeaderTool {
  id: string;
  label: string;
  glyph: Glyph;
  shortcut: ShortcutName;
  /** Whether the part that it opens is open; undefined for one that opens a dialog. */
  expanded?: boolean;
  onSelect: () => void;
}

export interface ConversationHeaderProps {
  name: string;
  initials: string;
  color: string;
  /** The page of the contact; undefined for a customer who is not registered. */
  contact?: PageLink | undefined;
  /** Number, profile or another identifier; undefined for a customer who gave none. */
  identifier?: CustomerIdentifier | undefined;
  channel: ChannelName;
  /** Queue or campaign; may be empty. */
  place: string;
  /** Whether the customer has the conversation open; undefined if the channel does not report it. */
  client?: 'online' | 'inactive' | 'offline' | undefined;
  /** The conversation window; undefined for channels without one. */
  window?: ShownWindow | undefined;
  /** Number or account that the customer writes to, as shown; in the tooltip of the window or the channel. */
  route?: string | undefined;
  finished: boolean;
  /** Whether the card in place of the composer has the qualification button, so that the header needs none. */
  qualifiedBelow?: boolean | undefined;
  contextOpen: boolean;
  onBack: () => void;
  onToggleContext: () => void;
  onFinish: () => void;
  finishPending: boolean;
  onQualify: () => void;
  tools?: ReadonlyArray<HeaderTool> | undefined;
  menu: ReadonlyArray<MenuEntry>;
}

export function ConversationHeader(props: ConversationHeaderProps) {
  const { t } = useTranslation();
  const finishKeys = useShortcutKeys('finishJob');
  const detailsKeys = useShortcutKeys('toggleDetails');
  const isPhone = useMediaQuery('below-tablet');
  const isTablet = useMediaQuery('below-desktop') && !isPhone;
  const isNarrow = isPhone || isTablet;
  const window = props.finished || props.window?.state === 'none' ? undefined : props.window;
  // Without the list on the page, the conversation has the page's h1.
  const Heading = isPhone ? 'h1' : 'h2';
  const { tools = [], route = '', identifier } = props;
  const channelName = t(`channels.name.${props.channel}`);
  // A queue with the same name as its channel is not shown.
  const place = props.place === channelName ? '' : props.place;
  const routeHint = route === '' ? undefined : t('jobs.header.route', { route });
  const menu = [...(isPhone ? phoneEntries(props, t) : []), ...(isNarrow ? tools.map(toolEntry) : []), ...props.menu];
  return (
    <header
      className={styles.header}
      data-ch={props.channel}
      data-identifier={identifier?.kind}
      data-window={(window !== undefined && !isNarrow) || undefined}
    >
      <IconButton
        className={styles.back}
        glyph={ArrowLeft}
        iconSize={20}
        label={t('jobs.header.back')}
        onClick={props.onBack}
      />
      <Avatar
        initials={props.initials}
        color={props.color}
        size={36}
        badge={channelGlyph[props.channel]}
        className={styles.avatar}
      />
      <div className={styles.who}>
        <div className={styles.first}>
          <Heading className={styles.name} title={props.name}>
            <CustomerName {...props} isPhone={isPhone} />
          </Heading>
          {window !== undefined && isTablet && <WindowCountdown window={window} look="line" hint={routeHint} />}
        </div>
        <p className={styles.sub}>
          <span className={styles.channel} title={routeHint}>
            {channelName}
          </span>
          {identifier === undefined && props.channel === 'chat' && props.contact === undefined && (
            <span className={styles.identifier}>
              <Separator />
              <span className={styles.account}>{t('shell.visitor.unidentified')}</span>
            </span>
          )}
          {identifier !== undefined && (
            <span className={styles.identifier} data-kind={identifier.kind}>
              <Separator />
              <bdi className={identifier.kind === 'number' ? styles.number : styles.account} title={identifier.shown}>
                {identifier.shown}
              </bdi>
              <CopyIdentifier identifier={identifier} className={styles.copy} />
            </span>
          )}
          {place !== '' && (
            <span className={styles.place} title={place}>
              <Separator />
              <bdi>{place}</bdi>
            </span>
          )}
          {window !== undefined && isPhone && (
            <>
              <Separator />
              <WindowCountdown window={window} look="line" hint={routeHint} />
            </>
          )}
          {props.client !== undefined && (
            <>
              <Separator />
              <span>{t(`jobs.client.${props.client}`)}</span>
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        {window !== undefined && !isNarrow && <WindowCountdown window={window} look="chip" hint={routeHint} />}
        {!isNarrow && tools.map((tool) => <ToolButton key={tool.id} tool={tool} />)}
        {!isPhone && (
          <IconButton
            className={styles.details}
            glyph={PanelRight}
            label={props.contextOpen ? t('jobs.header.hideDetails') : t('jobs.header.showDetails')}
            aria-expanded={props.contextOpen}
            shortcut={detailsKeys.text}
            aria-keyshortcuts={detailsKeys.aria}
            onClick={props.onToggleContext}
          />
        )}
        {menu.length > 0 && (
          <DropdownMenu
            label={t('jobs.header.more')}
            entries={menu}
            trigger={<IconButton glyph={Ellipsis} iconSize={18} label={t('jobs.header.more')} />}
          />
        )}
        {!isPhone && props.finished && props.qualifiedBelow !== true && (
          <Button
            className={styles.finish}
            tone="primary"
            glyph={ListChecks}
            aria-label={isTablet ? t('jobs.header.qualify') : undefined}
            aria-keyshortcuts={finishKeys.aria}
            hint={<ShortcutHint text={t('jobs.header.qualify')} keys={finishKeys.text} />}
            onClick={props.onQualify}
          >
            <span className={styles.finishText}>{t('jobs.header.qualify')}</span>
          </Button>
        )}
        {!isPhone && !props.finished && (
          <Button
            className={styles.finish}
            glyph={Check}
            aria-label={isTablet ? t('jobs.header.finish') : undefined}
            aria-keyshortcuts={finishKeys.aria}
            hint={<ShortcutHint text={t('jobs.header.finish')} keys={finishKeys.text} />}
            pending={props.finishPending}
            onClick={props.onFinish}
          >
            <span className={styles.finishText}>{t('jobs.header.finish')}</span>
          </Button>
        )}
      </div>
    </header>
  );
}

/** A link to the page of the contact; on a phone a button that opens the details, which have that link. */
function CustomerName({
  name,
  contact,
  isPhone,
  contextOpen,
  onToggleContext,
}: ConversationHeaderProps & { isPhone: boolean }) {
  if (!isPhone) return <ContactLink name={name} page={contact} />;
  return (
    <button type="button" className={styles.nameButton} aria-expanded={contextOpen} onClick={onToggleContext}>
      <bdi>{name}</bdi>
    </button>
  );
}

function ToolButton({ tool }: { tool: HeaderTool }) {
  const keys = useShortcutKeys(tool.shortcut);
  return (
    <IconButton
      glyph={tool.glyph}
      label={tool.label}
      aria-expanded={tool.expanded}
      shortcut={keys.text}
      aria-keyshortcuts={keys.aria}
      onClick={tool.onSelect}
    />
  );
}

function toolEntry({ id, label, glyph, onSelect }: HeaderTool): MenuEntry {
  return { kind: 'action', id, label, glyph, onSelect };
}

/** On a phone the header shows the name and one button; its other actions come first in the menu. */
function phoneEntries(props: ConversationHeaderProps, t: TFunction): ReadonlyArray<MenuEntry> {
  const details: MenuEntry = {
    kind: 'action',
    id: 'details',
    label: t('jobs.header.showDetails'),
    glyph: PanelRight,
    onSelect: props.onToggleContext,
  };
  const end: MenuEntry = props.finished
    ? { kind: 'action', id: 'qualify', label: t('jobs.header.qualify'), glyph: ListChecks, onSelect: props.onQualify }
    : { kind: 'action', id: 'finish', label: t('jobs.header.finish'), glyph: Check, onSelect: props.onFinish };
  const { contact } = props;
  const page: ReadonlyArray<MenuEntry> =
    contact === undefined
      ? []
      : [
          {
            kind: 'action',
            id: 'contact',
            label: t('jobs.contact.open'),
            glyph: ContactRound,
            onSelect: contact.onOpen,
          },
        ];
  return [details, ...page, end];
}

function Separator() {
  return (
    <span className={styles.separator} aria-hidden="true">
      ·
    </span>
  );
}
