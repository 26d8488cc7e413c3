// A picture or video over the whole page, with arrows between those of a conversation. The arrow keys show the next or previous one, + and − change
// the size, R turns, Esc closes.
import { ChevronLeft, ChevronRight, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import { enterDialog, RememberOpener, returnFocus } from '../../../design/dialogFocus';
import { IconButton } from '../../../design/IconButton';
import type { Glyph } from '../../../design/icons/Icon';
import { LoneDownloadLink } from './DownloadLink';
import { transformOf, useZoom, type Zoom } from './useZoom';
import styles from './Lightbox.module.css';

export interface LightboxPicture {
  /** Identifier that stays the same when the address changes. */
  id: string;
  src: string;
  label: string;
  /** Name of the picture's file; without one the browser chooses. */
  name?: string | undefined;
  isFilm?: boolean | undefined;
  /** Called if the picture could not be loaded. */
  onError?: (() => void) | undefined;
  onLoad?: (() => void) | undefined;
  /** Called if the download of the picture was refused; a new address comes with `src`. */
  onExpired?: (() => void) | undefined;
}

export interface LightboxProps {
  pictures: ReadonlyArray<LightboxPicture>;
  index: number;
  onIndexChange?: ((index: number) => void) | undefined;
  onClose: () => void;
}

export function Lightbox({ pictures, index, onIndexChange, onClose }: LightboxProps) {
  const { t } = useTranslation();
  const opener = useRef<HTMLElement>(null);
  const picture = pictures[index];
  const zoom = useZoom(picture?.id ?? '');
  const dragged = useRef<{ x: number; y: number }>(null);
  if (picture === undefined) return null;
  const isFilm = picture.isFilm === true;
  const tools = isFilm ? [] : pictureTools(zoom);
  const go = (step: 1 | -1): void => {
    if (pictures[index + step] !== undefined) onIndexChange?.(index + step);
  };
  const press = (event: KeyboardEvent): void => {
    // In a video the arrow keys seek.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const run = actionOf(event.key);
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  const actionOf = (key: string): (() => void) | undefined => {
    if (key === 'ArrowLeft') return () => go(-1);
    if (key === 'ArrowRight') return () => go(1);
    return tools.find(({ keys }) => keys.includes(key))?.run;
  };
  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (zoom.view.scale === 1 || event.button !== 0) return;
    dragged.current = { x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const from = dragged.current;
    if (from === null) return;
    dragged.current = { x: event.clientX, y: event.clientY };
    zoom.move(event.clientX - from.x, event.clientY - from.y);
  };
  const drop = (): void => {
    dragged.current = null;
  };
  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Content
          className={styles.lightbox}
          aria-describedby={undefined}
          onKeyDown={press}
          onOpenAutoFocus={enterDialog}
          onCloseAutoFocus={(event) => returnFocus(event, opener.current, undefined)}
        >
          <RememberOpener openerRef={opener} />
          <div className={styles.bar}>
            <RadixDialog.Title className={styles.title} title={picture.label}>
              {picture.label}
            </RadixDialog.Title>
            {pictures.length > 1 && (
              <span className={styles.place}>
                {t('media.lightbox.place', { place: index + 1, count: pictures.length })}
              </span>
            )}
            {tools.map(({ id, glyph, shown, keys, obstacle, run }) => (
              <IconButton
                key={id}
                glyph={glyph}
                iconSize={18}
                label={t(`media.lightbox.${id}`)}
                shortcut={shown}
                aria-keyshortcuts={keys[0]}
                disabledReason={obstacle === undefined ? undefined : t(`media.lightbox.${obstacle}`)}
                onClick={run}
              />
            ))}
            <LoneDownloadLink
              // A waiting download is not continued with the next picture.
              key={picture.id}
              src={picture.src}
              name={picture.name}
              label={t('media.download')}
              iconSize={18}
              className={styles.download}
              failureClassName={styles.place}
              onExpired={picture.onExpired}
            />
            <IconButton glyph={X} iconSize={18} label={t('shell.dialog.close')} onClick={onClose} />
          </div>
          <div className={styles.stage}>
            {isFilm ? (
              <video
                key={picture.src}
                className={styles.picture}
                src={picture.src}
                aria-label={picture.label}
                controls
                onError={picture.onError}
                onLoadedMetadata={picture.onLoad}
              />
            ) : (
              <img
                className={styles.picture}
                src={picture.src}
                alt={picture.label}
                draggable={false}
                data-enlarged={zoom.view.scale > 1 || undefined}
                data-turned={zoom.view.turns % 2 === 1 || undefined}
                style={{ transform: transformOf(zoom.view) }}
                onPointerDown={begin}
                onPointerMove={drag}
                onPointerUp={drop}
                onPointerCancel={drop}
                onError={picture.onError}
                onLoad={picture.onLoad}
              />
            )}
          </div>
          {pictures.length > 1 && (
            <div className={styles.arrows}>
              <IconButton
                glyph={ChevronLeft}
                iconSize={24}
                label={t('media.lightbox.previous')}
                shortcut="←"
                disabledReason={index === 0 ? t('media.lightbox.first') : undefined}
                onClick={() => go(-1)}
              />
              <IconButton
                glyph={ChevronRight}
                iconSize={24}
                label={t('media.lightbox.next')}
                shortcut="→"
                disabledReason={index === pictures.length - 1 ? t('media.lightbox.last') : undefined}
                onClick={() => go(1)}
              />
            </div>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** A change of the view of a picture, by its button and its keys. */
interface PictureTool {
  id: 'reduce' | 'enlarge' | 'turn';
  glyph: Glyph;
  /** The name of the key as printed on it. */
  shown: string;
  /** The first key is the one that screen readers announce. */
  keys: ReadonlyArray<string>;
  /** Why the tool has no effect now. */
  obstacle?: 'smallest' | 'largest' | undefined;
  run: () => void;
}

function pictureTools({ canReduce, canEnlarge, reduce, enlarge, turn }: Zoom): ReadonlyArray<PictureTool> {
  return [
    {
      id: 'reduce',
      glyph: ZoomOut,
      shown: '−',
      keys: ['-'],
      obstacle: canReduce ? undefined : 'smallest',
      run: reduce,
    },
    {
      id: 'enlarge',
      glyph: ZoomIn,
      shown: '+',
      keys: ['+', '='],
      obstacle: canEnlarge ? undefined : 'largest',
      run: enlarge,
    },
    { id: 'turn', glyph: RotateCw, shown: 'R', keys: ['R', 'r'], run: turn },
  ];
}
