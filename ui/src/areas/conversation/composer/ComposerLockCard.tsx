// The composer while the agent cannot write: the reason, at most one action, and what happens to the unsent text.
import { Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import { Button } from '../../../design/Button';
import { classNames } from '../../../design/classNames';
import { Icon, type Glyph } from '../../../design/icons/Icon';
import { copyText } from '../../../shared/copyText';
import { UnsentFileButtons } from '../../../shared/UnsentFileButtons';
import type { UnsentFile } from '../../../shared/unsentFiles';
import box from './ComposerBox.module.css';
import styles from './Composer.module.css';

export interface ChannelLock {
  kind: 'channel';
  glyph: Glyph;
  tone: 'plain' | 'danger';
  title: string;
  help: string;
  /** Undefined if the agent can only wait. */
  action?:
    { label: string; tone: 'primary' | 'outline'; pending?: boolean | undefined; onSelect: () => void } | undefined;
}

/** A text that can no longer be sent. */
export interface LostDraft {
  text: string;
  onDiscard: () => void;
}

/** Files and recordings that can no longer be sent. */
export interface LostFiles {
  files: ReadonlyArray<UnsentFile>;
  onDiscard: (id: string) => void;
}

export interface ComposerLockCardProps {
  lock: ChannelLock;
  /** The text comes back when the conversation opens. */
  keepsDraft: boolean;
  lost: LostDraft | undefined;
  lostFiles?: LostFiles | undefined;
  /** Slot above the card: notes can be written nevertheless. */
  modeSwitch?: ReactNode;
}

export function ComposerLockCard({ lock, keepsDraft, lost, lostFiles, modeSwitch }: ComposerLockCardProps) {
  const { t } = useTranslation();
  const { action } = lock;
  return (
    <div className={classNames(box.box, styles.composer)}>
      {modeSwitch}
      {lost !== undefined && <LostDraftCard {...lost} />}
      {lostFiles !== undefined && lostFiles.files.length > 0 && <LostFilesCard {...lostFiles} />}
      <div className={styles.locked} id="composer" tabIndex={-1}>
        <Icon
          glyph={lock.glyph}
          size={18}
          className={classNames(styles.lockGlyph, lock.tone === 'danger' && styles.lockDanger)}
        />
        <p className={styles.lockText}>
          <span className={styles.lockTitle}>{lock.title}</span>
          {lock.help}
          {keepsDraft && <span className={styles.lockKept}>{t('chat.composer.draftKept')}</span>}
        </p>
        {action !== undefined && (
          <Button tone={action.tone} pending={action.pending} onClick={action.onSelect}>
            {action.label}
          </Button>
        )}
      </div>
    </div>
  );
}

function LostDraftCard({ text, onDiscard }: LostDraft) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    setCopied(await copyText(text));
  };
  return (
    <section className={styles.lost} aria-label={t('chat.composer.lostTitle')}>
      <p className={styles.lostTitle}>{t('chat.composer.lostTitle')}</p>
      <p dir="auto" className={styles.lostText} tabIndex={0}>
        {text}
      </p>
      <div className={styles.lostActions}>
        <span className={styles.lostHelp} role="status">
          {copied ? t('chat.composer.lostCopied') : t('chat.composer.lostHelp')}
        </span>
        <Button tone="ghost" onClick={onDiscard}>
          {t('chat.composer.lostDiscard')}
        </Button>
        <Button tone="outline" glyph={Copy} onClick={() => void copy()}>
          {t('chat.composer.lostCopy')}
        </Button>
      </div>
    </section>
  );
}

function LostFilesCard({ files, onDiscard }: LostFiles) {
  const { t } = useTranslation();
  return (
    <section className={styles.lost} aria-label={t('chat.composer.lostFilesTitle')}>
      <p className={styles.lostTitle}>{t('chat.composer.lostFilesTitle')}</p>
      <ul className={styles.lostFiles}>
        {files.map(({ id, file }) => (
          <li key={id} className={styles.lostFile}>
            <bdi className={styles.lostFileName}>{file.name}</bdi>
            <UnsentFileButtons
              file={file}
              saveLabel={t('chat.composer.lostFileSave', { name: file.name })}
              discardLabel={t('chat.composer.lostFileDiscard', { name: file.name })}
              onDiscard={() => onDiscard(id)}
            />
          </li>
        ))}
      </ul>
      <p className={styles.lostHelp}>{t('chat.composer.lostFilesHelp')}</p>
    </section>
  );
}
