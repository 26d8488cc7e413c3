// The header of a conversation: customer, channel, queue, and the actions on the attendance.
import type { WindowView } from 'core-wasm';
import { ArrowLeft, Check, Ellipsis, ListChecks, PanelRight } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { classNames } from '../../design/classNames';
import { channelGlyph, type ChannelName } from '../channels/channels';
import { IconButton } from '../../design/IconButton';
import { DropdownMenu, type MenuEntry } from '../../design/Menu';
import { ShortcutHint } from '../../design/ShortcutHint';
import { useMediaQuery } from '../../design/useMediaQuery';
import { WindowCountdown } from '../jobs/WindowCountdown';
import { useShortcutKeys, type ShortcutName } from '../../shared/shortcuts';
import type { Glyph } from '../../design/icons/Icon';
import styles from './ConversationHeader.module.css';

/** An action of the channel with a button of its own; where there is no room it is in the menu. */
export interface HeaderTool {
  id: string;
  label: string;
  glyph: Glyph;
  shortcut: ShortcutName;
  /** Whether the part that it opens is open. */
  expanded: boolean;
  onSelect: () => void;
}

export interface ConversationHeaderProps {
  name: string;
  initials: string;
  color: string;
  channel: ChannelName;
  /** Queue or campaign; may be empty. */
  place: string;
  /** Whether the customer has the conversation open; undefined if the channel does not report it. */
  client?: 'online' | 'inactive' | 'offline' | undefined;
  /** The conversation window; undefined for channels without one. */
  window?: WindowView | undefined;
  /** Number or account that the customer writes to, as shown. */
  route?: string | undefined;
  finished: boolean;
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
  const { tools = [], route = '' } = props;
  const menu = [...(isPhone ? phoneEntries(props, t) : []), ...(isNarrow ? tools.map(toolEntry) : []), ...props.menu];
  return (
    <header className={styles.header} data-ch={props.channel}>
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
        <Heading className={styles.name}>
          <bdi>{props.name}</bdi>
        </Heading>
        <p className={classNames(styles.sub, route !== '' && styles.withRoute)}>
          <span className={styles.where}>
            <span className={styles.channel}>{t(`channels.name.${props.channel}`)}</span>
            {props.place !== '' && (
              <>
                <Separator />
                <span className={styles.place}>{props.place}</span>
              </>
            )}
          </span>
          {route !== '' && (
            <span className={styles.route} title={t('jobs.header.route', { route })}>
              <Separator />
              {t('jobs.header.route', { route })}
            </span>
          )}
          {window !== undefined && isNarrow && (
            <>
              <Separator />
              <WindowCountdown window={window} look="line" />
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
        {window !== undefined && !isNarrow && <WindowCountdown window={window} look="chip" />}
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
        {!isPhone && props.finished && (
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
  return [details, end];
}

function Separator() {
  return (
    <span className={styles.separator} aria-hidden="true">
      ·
    </span>
  );
}
