// The picture beside the sign-in form: an invented working day. Decoration, hidden from screen readers and below 1200 px.
import { Phone } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { ChatGlyph, InstagramGlyph, WhatsAppGlyph } from '../../design/icons/glyphs';
import { Icon } from '../../design/icons/Icon';
import { Waveform } from '../../design/Waveform';
import styles from './BrandPanel.module.css';

const glyphs = { voice: Phone, whatsapp: WhatsAppGlyph, instagram: InstagramGlyph, chat: ChatGlyph };

interface PaintedJob {
  channel: keyof typeof glyphs;
  initials: string;
  /** A colour of the palette. */
  color: string;
  name: 'voiceName' | 'whatsappName' | 'instagramName' | 'chatName';
  preview: 'voicePreview' | 'whatsappPreview' | 'instagramPreview' | 'chatPreview';
  time: string;
  unread: number | null;
}

const paintedChips: ReadonlyArray<{ channel: 'voice' | 'whatsapp' | 'chat'; time: string }> = [
  { channel: 'voice', time: '00:04:32' },
  { channel: 'whatsapp', time: '02:11:46' },
  { channel: 'chat', time: '00:18:05' },
];

const paintedJobs: ReadonlyArray<PaintedJob> = [
  {
    channel: 'voice',
    initials: 'CN',
    color: '#0279B6',
    name: 'voiceName',
    preview: 'voicePreview',
    time: '04:32',
    unread: null,
  },
  {
    channel: 'whatsapp',
    initials: 'MA',
    color: '#B1508D',
    name: 'whatsappName',
    preview: 'whatsappPreview',
    time: '14:31',
    unread: 2,
  },
  {
    channel: 'instagram',
    initials: 'SP',
    color: '#BC5135',
    name: 'instagramName',
    preview: 'instagramPreview',
    time: '14:30',
    unread: 3,
  },
  {
    channel: 'chat',
    initials: 'RF',
    color: '#427C77',
    name: 'chatName',
    preview: 'chatPreview',
    time: '14:29',
    unread: 12,
  },
];

export function BrandPanel() {
  const { t } = useTranslation();
  return (
    <aside className={styles.panel} aria-hidden="true">
      <div className={styles.stage}>
        <div className={styles.chips}>
          {paintedChips.map(({ channel, time }) => (
            <span key={channel} className={styles.chip} data-brand={channel}>
              <Icon glyph={glyphs[channel]} className={styles.chipGlyph} />
              <span className={styles.chipName}>{t(`session.brand.${channel}Channel`)}</span>
              <span className={styles.chipTime}>{time}</span>
            </span>
          ))}
        </div>
        {paintedJobs.map((job, index) => (
          <div key={job.name} className={styles.job} data-place={index + 1} data-ch={job.channel}>
            <Avatar initials={job.initials} color={job.color} size={40} badge={glyphs[job.channel]} />
            <div className={styles.jobText}>
              <b className={styles.jobName}>{t(`session.brand.${job.name}`)}</b>
              <span className={styles.jobPreview}>
                {job.channel === 'voice' && <Waveform />}
                {t(`session.brand.${job.preview}`)}
              </span>
            </div>
            <div className={styles.jobEnd}>
              <span className={styles.jobTime}>{job.time}</span>
              {job.unread !== null && (
                <span className={styles.jobUnread} data-digits={String(job.unread).length}>
                  {job.unread}
                </span>
              )}
            </div>
          </div>
        ))}
      </div>
      <div className={styles.words}>
        <p className={styles.headline}>{t('session.brand.headline')}</p>
        <p className={styles.sentence}>{t('session.brand.sentence')}</p>
      </div>
    </aside>
  );
}
