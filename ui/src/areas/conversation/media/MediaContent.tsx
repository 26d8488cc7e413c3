// The file of a message (WAP-069): picture, video, sticker, sound, file, contact cards. Its box is reserved before the bytes arrive.
import { ContactRound, FileQuestion, FileText, FileX, Hourglass, ImageOff, Play } from 'lucide-react';
import { useContext, useState } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import { classNames } from '../../../design/classNames';
import { Icon } from '../../../design/icons/Icon';
import { formatBytes, formatDuration } from '../../../i18n/format';
import { MessageText } from '../../../shared/messageText/MessageText';
import { NumberButton } from '../../../shared/NumberButton';
import { chooserOf, NumberContext } from '../../../shared/numberChannels';
import { AudioPlayer } from './AudioPlayer';
import { DownloadLink } from './DownloadLink';
import { Lightbox, type LightboxPicture } from './Lightbox';
import styles from './MediaContent.module.css';
import { boxOf, endingOf, type ContactCardView, type MediaView } from './mediaViews';
import { PicturesOfThreadContext } from './picturesOfThread';
import { useDownload } from './useDownload';
import { useSource } from './useSource';

export interface MediaContentProps {
  media: MediaView;
  /** Sender and time of the file, for the name of a picture. */
  label: string;
  /** Called if the address has expired; a new one arrives with `media`. */
  onExpired?: (() => void) | undefined;
}

interface PartProps<Kind extends MediaView['kind']> extends Pick<MediaContentProps, 'onExpired'> {
  media: Extract<MediaView, { kind: Kind }>;
}

export function MediaContent({ media, label, onExpired }: MediaContentProps) {
  const { t } = useTranslation();
  switch (media.kind) {
    case 'image':
      return <Picture media={media} label={label} onExpired={onExpired} />;
    case 'video':
      return <Film media={media} label={label} onExpired={onExpired} />;
    case 'sticker':
      return <Sticker media={media} onExpired={onExpired} />;
    case 'audio':
      return <AudioPlayer src={media.src} seconds={media.seconds} onExpired={onExpired} />;
    case 'file':
      return <FileCard media={media} onExpired={onExpired} />;
    case 'absent':
      return <AbsentFile media={media} />;
    case 'contacts':
      return (
        <>
          {media.cards.map((card) => (
            <ContactCard key={`${card.name} ${card.phones.join()}`} card={card} />
          ))}
        </>
      );
    case 'unsupported':
      return (
        <p className={styles.unsupported}>
          <Icon glyph={FileQuestion} size={14} className={styles.unsupportedGlyph} />
          {t('media.unsupported')}
        </p>
      );
  }
}

function Picture({ media, label, onExpired }: PartProps<'image'> & { label: string }) {
  const { t } = useTranslation();
  const { failed, ...loading } = useSource(media.src, onExpired);
  const picturesOfThread = useContext(PicturesOfThreadContext);
  /** The id of this picture, and the id of the picture that the lightbox shows. */
  const [shown, setShown] = useState<{ own: string; current: string }>();
  const name = `${t('chat.media.image')}, ${label}`;
  const box = boxOf(media);
  const open = (): void => {
    const id = picturesOfThread?.().find(({ src }) => src === media.src)?.id ?? '';
    setShown({ own: id, current: id });
  };
  if (failed) return <Missing box={box} />;
  return (
    <>
      <button
        type="button"
        className={styles.frame}
        style={box}
        aria-label={t('media.open', { name })}
        aria-haspopup="dialog"
        onClick={open}
      >
        <img className={styles.picture} src={media.src} alt="" {...box} {...loading} />
      </button>
      {shown !== undefined && (
        <OpenPicture
          own={{ id: shown.own, src: media.src, label: name, onError: loading.onError, onExpired }}
          current={shown.current}
          onChange={(current) => setShown({ ...shown, current })}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

/** The position of the picture among those of its conversation; only its own address is renewed. */
function OpenPicture({
  own,
  current,
  onChange,
  onClose,
}: {
  own: LightboxPicture;
  current: string;
  onChange: (id: string) => void;
  onClose: () => void;
}) {
  const picturesOfThread = useContext(PicturesOfThreadContext);
  const around = own.id === '' ? [] : (picturesOfThread?.() ?? []);
  const pictures = around.length === 0 ? [own] : around.map((picture) => (picture.id === own.id ? own : picture));
  return (
    <Lightbox
      pictures={pictures}
      index={Math.max(
        0,
        pictures.findIndex(({ id }) => id === current),
      )}
      onIndexChange={(index) => onChange(pictures[index]?.id ?? own.id)}
      onClose={onClose}
    />
  );
}

function Sticker({ media, onExpired }: PartProps<'sticker'>) {
  const { t } = useTranslation();
  const { failed, ...loading } = useSource(media.src, onExpired);
  const box = { width: 128, height: 128 };
  if (failed) return <Missing box={box} />;
  return <img className={styles.sticker} src={media.src} alt={t('chat.media.sticker')} {...box} {...loading} />;
}

function Film({ media, label, onExpired }: PartProps<'video'> & { label: string }) {
  const { t } = useTranslation();
  const [playing, setPlaying] = useState(false);
  const { failed, onError, onLoad } = useSource(media.src, onExpired);
  const box = boxOf(media);
  if (failed) return <Missing box={box} />;
  const name = `${t('chat.media.video')}, ${label}`;
  return (
    <div className={styles.frame} style={box}>
      <video
        className={styles.picture}
        src={media.src}
        preload="metadata"
        controls={playing}
        autoPlay={playing}
        aria-label={name}
        tabIndex={playing ? 0 : -1}
        {...box}
        onError={onError}
        onLoadedMetadata={onLoad}
      />
      {!playing && (
        <button
          type="button"
          className={styles.start}
          aria-label={t('media.play', { name })}
          onClick={() => setPlaying(true)}
        >
          <span className={styles.disc}>
            <Icon glyph={Play} size={20} />
          </span>
          {media.seconds !== undefined && (
            <span className={styles.length}>{formatDuration(media.seconds * 1000, 'call')}</span>
          )}
        </button>
      )}
    </div>
  );
}

function Missing({ box }: { box: { width: number; height: number } }) {
  const { t } = useTranslation();
  return (
    <div className={styles.missing} style={box}>
      <Icon glyph={ImageOff} size={20} />
      {t('media.failed')}
    </div>
  );
}

function FileCard({ media, onExpired }: PartProps<'file'>) {
  const { t } = useTranslation();
  const download = useDownload(media.src, onExpired);
  const ending = endingOf(media.name);
  const name = media.name === '' ? t('chat.media.file') : media.name;
  return (
    <div className={styles.card}>
      <span className={styles.tile} aria-hidden="true">
        {ending === '' ? <Icon glyph={FileText} size={18} /> : ending}
      </span>
      <span className={styles.who}>
        <span className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        {download.failed ? (
          <span className={styles.detail} role="status">
            {t('media.failed')}
          </span>
        ) : (
          media.bytes > 0 && <span className={styles.detail}>{formatBytes(media.bytes)}</span>
        )}
      </span>
      <DownloadLink
        download={download}
        name={name}
        label={t('media.downloadFile', { name })}
        className={styles.action}
      />
    </div>
  );
}

/**
 * A file of the customer that is not available yet or never will be: its name, the reason, and what to ask the customer
 * for.
 */
function AbsentFile({ media }: PartProps<'absent'>) {
  const { t } = useTranslation();
  const isPending = media.state === 'pending';
  const name = media.name === '' ? t(`chat.media.${media.of}`) : media.name;
  return (
    <div className={styles.absent}>
      <span className={styles.tile} aria-hidden="true">
        <Icon glyph={isPending ? Hourglass : FileX} size={18} />
      </span>
      <span className={styles.who}>
        <span className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        {media.bytes > 0 && <span className={styles.detail}>{formatBytes(media.bytes)}</span>}
        <span className={styles.reason} role="status">
          {t(`media.absent.${media.state}`)}
        </span>
      </span>
    </div>
  );
}

function ContactCard({ card }: { card: ContactCardView }) {
  const { t } = useTranslation();
  return (
    <div className={styles.card}>
      <span className={styles.tile} data-accent aria-hidden="true">
        <Icon glyph={ContactRound} size={18} />
      </span>
      <span className={styles.who}>
        <span className={styles.name}>
          <bdi>{card.name}</bdi>
        </span>
        <span className={styles.detail}>{t('chat.media.contact')}</span>
        {card.company !== undefined && card.company !== '' && <bdi className={styles.detail}>{card.company}</bdi>}
        {card.phones.map((phone, index) => (
          <CardNumber key={phone} phone={phone} whatsapp={card.whatsapp?.[index] ?? ''} name={card.name} />
        ))}
        {(card.emails ?? []).map((email) => (
          <bdi key={email} className={styles.detail}>
            <MessageText text={email} />
          </bdi>
        ))}
      </span>
    </div>
  );
}

/** A conversation is begun with the number that WhatsApp knows: the written one may lack the country code. */
function CardNumber({ phone, whatsapp, name }: { phone: string; whatsapp: string; name: string }) {
  const onNumber = useContext(NumberContext);
  const number = (whatsapp === '' ? phone : whatsapp).replace(/\D/g, '');
  const onChoose = chooserOf({ phone: number, name, channel: 'whatsapp' }, onNumber);
  return (
    <NumberButton
      shown={phone}
      onChoose={onChoose}
      className={classNames(styles.detail, onChoose !== undefined && styles.number)}
    />
  );
}
