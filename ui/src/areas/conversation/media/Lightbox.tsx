// A picture or film over the whole page, with arrows between those of a conversation. Esc closes it.
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import { enterDialog, RememberOpener, returnFocus } from '../../../design/dialogFocus';
import { IconButton } from '../../../design/IconButton';
import { LoneDownloadLink } from './DownloadLink';
import styles from './Lightbox.module.css';

export interface LightboxPicture {
  /** Stays when the address changes. */
  id: string;
  src: string;
  label: string;
  /** Of its file; without one the browser chooses. */
  name?: string | undefined;
  isFilm?: boolean | undefined;
  /** It could not be loaded. */
  onError?: (() => void) | undefined;
  onLoad?: (() => void) | undefined;
  /** Its download was refused; a new address comes with `src`. */
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
  if (picture === undefined) return null;
  const go = (step: 1 | -1): void => {
    if (pictures[index + step] !== undefined) onIndexChange?.(index + step);
  };
  const press = (event: KeyboardEvent): void => {
    // A film seeks with the arrow keys.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.key === 'ArrowLeft') go(-1);
    else if (event.key === 'ArrowRight') go(1);
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
            <RadixDialog.Title className={styles.title}>{picture.label}</RadixDialog.Title>
            {pictures.length > 1 && (
              <span className={styles.place}>
                {t('media.lightbox.place', { place: index + 1, count: pictures.length })}
              </span>
            )}
            <LoneDownloadLink
              // A download that waits is not continued with the next picture.
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
            {picture.isFilm === true ? (
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
                disabledReason={index === 0 ? t('media.lightbox.first') : undefined}
                onClick={() => go(-1)}
              />
              <IconButton
                glyph={ChevronRight}
                iconSize={24}
                label={t('media.lightbox.next')}
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
