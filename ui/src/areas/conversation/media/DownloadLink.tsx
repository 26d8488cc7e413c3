// The link that saves a file. While its address is being checked or renewed it is busy; the enclosing component reports a missing
// file.
import { Download as DownloadGlyph } from 'lucide-react';
import { useTranslation } from '../../../i18n/useTranslation';
import { Icon } from '../../../design/icons/Icon';
import { Spinner } from '../../../design/Spinner';
import { useDownload, type Download } from './useDownload';

interface LinkProps {
  /** Name of the file; without one the browser chooses. */
  name?: string | undefined;
  label: string;
  iconSize?: 16 | 18;
  className: string | undefined;
}

export interface DownloadLinkProps extends LinkProps {
  download: Download;
}

export function DownloadLink({ download, name = '', label, iconSize = 16, className }: DownloadLinkProps) {
  const { link, src, busy, onClick } = download;
  return (
    <a
      ref={link}
      className={className}
      href={src}
      download={name}
      aria-label={label}
      aria-busy={busy || undefined}
      onClick={onClick}
    >
      {busy ? <Spinner /> : <Icon glyph={DownloadGlyph} size={iconSize} />}
    </a>
  );
}

export interface LoneDownloadLinkProps extends LinkProps {
  src: string;
  /** Called if the address has expired; a new one comes with `src`. */
  onExpired: (() => void) | undefined;
  failureClassName: string | undefined;
}

/** A link without a card around it: it reports a missing file itself. */
export function LoneDownloadLink({ src, onExpired, failureClassName, ...link }: LoneDownloadLinkProps) {
  const { t } = useTranslation();
  const download = useDownload(src, onExpired);
  return (
    <>
      {download.failed && (
        <span className={failureClassName} role="status">
          {t('media.failed')}
        </span>
      )}
      <DownloadLink {...link} download={download} />
    </>
  );
}
