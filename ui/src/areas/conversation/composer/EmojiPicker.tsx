// The emoji button and its popover. Esc closes it and returns the focus. The grid is loaded when it first opens.
import { Smile } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import { lazyArea } from '../../../design/lazyArea';
import { IconButton } from '../../../design/IconButton';
import { Popover } from '../../../design/Popover';
import styles from './EmojiPicker.module.css';

const EmojiGrid = lazyArea(() => import('./EmojiGrid'), { component: 'EmojiGrid', words: ['emoji'] });

export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const picked = useRef(false);
  const pick = (emoji: string): void => {
    picked.current = true;
    setOpen(false);
    onPick(emoji);
  };
  return (
    <Popover
      label={t('chat.emoji.title')}
      side="top"
      align="start"
      className={styles.popover}
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton glyph={Smile} iconSize={18} label={t('chat.emoji.title')} tooltipSide="top" />}
      onCloseAutoFocus={(event) => {
        // After the choice of an emoji the focus stays in the composer.
        if (picked.current) event.preventDefault();
        picked.current = false;
      }}
    >
      <EmojiGrid onPick={pick} />
    </Popover>
  );
}
