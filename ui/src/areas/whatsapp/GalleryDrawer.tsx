// The files of a conversation beside its thread (WAP-068): pictures and films as a grid, sounds and files as lists, by month. More are loaded while the
// agent scrolls.
import { FileText, Images, ImageOff, Mic, Play, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Drawer } from '../../design/Drawer';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { Icon } from '../../design/icons/Icon';
import { Tabs } from '../../design/Tabs';
import { useRovingFocus } from '../../design/useRovingFocus';
import { formatFull, formatMonth } from '../../i18n/format';
import { useLanguage } from '../../i18n/text';
import { LoneDownloadLink } from '../conversation/media/DownloadLink';
import { Lightbox } from '../conversation/media/Lightbox';
import { MediaContent } from '../conversation/media/MediaContent';
import { MessageText } from '../../shared/messageText/MessageText';
import { byMonth, galleryTabs, itemsOfTab, type GalleryItem, type GalleryTab } from './galleryItems';
import { MoreItems, useMoreOnScroll, type MoreState } from '../conversation/MoreItems';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './GalleryDrawer.module.css';

export interface GalleryProps {
  /** Items, newest first. */
  items: ReadonlyArray<GalleryItem>;
  state: MoreState;
  onMore: () => void;
  /** The name of an item's sender. */
  authorOf: (item: GalleryItem) => string;
  /** Called when an item's address has expired; the items then come with new addresses. */
  onExpired: (id: string) => void;
}

export interface GalleryDrawerProps extends GalleryProps {
  onClose: () => void;
}

/** The columns of the grid; the style sheet has the same number. */
const columns = 3;

const emptyGlyph: Readonly<Record<GalleryTab, LucideIcon>> = { pictures: Images, sounds: Mic, files: FileText };

export function GalleryDrawer({ onClose, ...gallery }: GalleryDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer title={t('whatsapp.gallery.title')} glyph={Images} onClose={onClose}>
      <Gallery {...gallery} />
    </Drawer>
  );
}

/** The files in their tabs, without a frame: in the drawer, and in a tab of the details. */
export function Gallery(props: GalleryProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<GalleryTab>('pictures');
  return (
    <Tabs
      label={t('whatsapp.gallery.title')}
      value={tab}
      onChange={(value) => setTab(galleryTabs.find((known) => known === value) ?? 'pictures')}
      tabs={galleryTabs.map((value) => ({
        value,
        label: t(`whatsapp.gallery.${value}`),
        fill: true,
        content: <Panel {...props} tab={value} items={itemsOfTab(props.items, value)} />,
      }))}
    />
  );
}

function Panel(props: GalleryProps & { tab: GalleryTab }) {
  const { tab, items, state, onMore } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const onScroll = useMoreOnScroll(scroller, items.length, state === 'more' ? onMore : undefined);
  return (
    <div ref={scroller} className={styles.panel} aria-busy={state === 'loading'} onScroll={onScroll}>
      {items.length === 0 && state === 'complete' && (
        <EmptyState glyph={emptyGlyph[tab]} title={t(`whatsapp.gallery.none.${tab}`)} />
      )}
      {items.length === 0 && state === 'failed' && (
        <ErrorState message={t('whatsapp.gallery.loadFailed')} onRetry={onMore} />
      )}
      {tab === 'pictures' ? <Pictures {...props} /> : <Rows {...props} />}
      {(state !== 'failed' || items.length > 0) && (
        <MoreItems
          state={state}
          loading={t('whatsapp.gallery.loading')}
          failed={t('whatsapp.gallery.loadFailed')}
          onMore={onMore}
        />
      )}
    </div>
  );
}

function Pictures({ items, state, onMore, authorOf, onExpired }: GalleryProps) {
  const { t } = useTranslation();
  const grid = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number>();
  const renewal = useRenewal(onExpired);
  const roving = useRovingFocus(grid, {
    count: items.length,
    keyAt: (index) => items[index]?.id ?? null,
    columns,
  });
  const nameOf = (item: GalleryItem): string =>
    [t(`chat.media.${item.kind}`), authorOf(item), item.time === undefined ? '' : formatFull(item.time), item.caption]
      .filter((part) => part !== '')
      .join(', ');
  const show = (index: number): void => {
    setShown(index);
    if (state === 'more' && index >= items.length - columns) onMore();
  };
  return (
    <div ref={grid} onKeyDown={roving.onKeyDown} onFocus={roving.onFocus}>
      {byMonth(items).map((month) => (
        <section key={month.items[0]?.id}>
          <MonthHeading time={month.time} />
          <ul className={styles.grid}>
            {month.items.map((item) => (
              <li key={item.id} data-item={item.id}>
                <Tile
                  item={item}
                  name={nameOf(item)}
                  tabIndex={roving.tabStop === item.id ? 0 : -1}
                  renewal={renewal}
                  onOpen={() => show(items.indexOf(item))}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <UnsupportedItems list="media" />
      {shown !== undefined && (
        <Lightbox
          pictures={items.map((item) => ({
            id: item.id,
            src: item.src,
            label: nameOf(item),
            name: item.name,
            isFilm: item.kind === 'video',
            onError: () => renewal.failed(item.id),
            onLoad: () => renewal.loaded(item.id),
            onExpired: () => onExpired(item.id),
          }))}
          index={shown}
          onIndexChange={show}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  );
}

/**
 * Requests a new address only once until an address works, so that a deleted file is not requested without end: tile and lightbox show the same
 * file.
 */
interface Renewal {
  failed: (id: string) => void;
  loaded: (id: string) => void;
}

function useRenewal(onExpired: (id: string) => void): Renewal {
  const requested = useRef(new Set<string>());
  return {
    failed: (id) => {
      if (requested.current.has(id)) return;
      requested.current.add(id);
      onExpired(id);
    },
    loaded: (id) => void requested.current.delete(id),
  };
}

interface TileProps {
  item: GalleryItem;
  name: string;
  tabIndex: number;
  renewal: Renewal;
  onOpen: () => void;
}

function Tile({ item, name, tabIndex, renewal, onOpen }: TileProps) {
  const { t } = useTranslation();
  const [failedSrc, setFailedSrc] = useState<string>();
  const fail = (): void => {
    setFailedSrc(item.src);
    renewal.failed(item.id);
  };
  const load = (): void => renewal.loaded(item.id);
  return (
    <button
      type="button"
      className={styles.tile}
      tabIndex={tabIndex}
      aria-label={t('media.open', { name })}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {failedSrc === item.src ? (
        <Icon glyph={ImageOff} size={20} />
      ) : item.kind === 'video' ? (
        <>
          <video
            className={styles.picture}
            src={item.src}
            preload="metadata"
            muted
            tabIndex={-1}
            onError={fail}
            onLoadedMetadata={load}
          />
          <span className={styles.play}>
            <Icon glyph={Play} size={16} />
          </span>
        </>
      ) : (
        <img
          className={item.kind === 'sticker' ? styles.sticker : styles.picture}
          src={item.src}
          alt=""
          loading="lazy"
          onError={fail}
          onLoad={load}
        />
      )}
    </button>
  );
}

function Rows({ items, authorOf, onExpired }: GalleryProps) {
  const { t } = useTranslation();
  return (
    <>
      {byMonth(items).map((month) => (
        <section key={month.items[0]?.id}>
          <MonthHeading time={month.time} />
          <ul>
            {month.items.map((item) => (
              <li key={item.id} className={styles.row}>
                <span className={styles.meta}>
                  <bdi className={styles.author}>{authorOf(item)}</bdi>
                  {item.time !== undefined && <span>{formatFull(item.time)}</span>}
                </span>
                {item.kind === 'audio' ? (
                  <span className={styles.sound}>
                    <MediaContent
                      media={{ kind: 'audio', src: item.src }}
                      label={authorOf(item)}
                      onExpired={() => onExpired(item.id)}
                    />
                    <LoneDownloadLink
                      src={item.src}
                      label={t('media.download')}
                      className={styles.download}
                      failureClassName={styles.missing}
                      onExpired={() => onExpired(item.id)}
                    />
                  </span>
                ) : (
                  <div className={styles.file}>
                    <MediaContent
                      media={{ kind: 'file', src: item.src, name: item.name, bytes: item.bytes }}
                      label={authorOf(item)}
                      onExpired={() => onExpired(item.id)}
                    />
                  </div>
                )}
                {item.caption !== '' && (
                  <p dir="auto" className={styles.caption}>
                    <MessageText text={item.caption} />
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <UnsupportedItems list="media" />
    </>
  );
}

function MonthHeading({ time }: { time: number | undefined }) {
  const language = useLanguage();
  return time === undefined ? null : <h3 className={styles.month}>{formatMonth(time, language)}</h3>;
}
