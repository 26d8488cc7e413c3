// Plays a test sound on the sign-in page.
import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import styles from './SoundTest.module.css';

export interface SoundTestProps {
  /** Whether the browser did not allow sound. */
  blocked: boolean;
  onTest: () => void;
}

export function SoundTest({ blocked, onTest }: SoundTestProps) {
  const { t } = useTranslation();
  const [tested, setTested] = useState(false);
  const test = (): void => {
    setTested(true);
    onTest();
  };
  return (
    <div className={styles.test}>
      <Button size="small" tone="ghost" glyph={Volume2} onClick={test}>
        {t('session.soundTest.action')}
      </Button>
      <p role="status" className={styles.outcome}>
        {tested && t(blocked ? 'session.soundTest.blocked' : 'session.soundTest.played')}
      </p>
    </div>
  );
}
