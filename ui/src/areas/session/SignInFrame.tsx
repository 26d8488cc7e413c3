// The frame of the public pages: product name, form, version and language; on wide screens the brand panel beside it.
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { buildVersion } from '../../core/buildVersion';
import { Logo } from '../../design/icons/glyphs';
import { SegmentedControl } from '../../design/SegmentedControl';
import { languages, type Language } from '../../i18n/language';
import { BrandPanel } from './BrandPanel';
import styles from './LoginScreen.module.css';
import { useProductName } from '../../core/page/brand';

export interface SignInFrameProps {
  language: Language;
  onLanguageChange: (language: Language) => void;
  children: ReactNode;
}

export function SignInFrame({ language, onLanguageChange, children }: SignInFrameProps) {
  const { t } = useTranslation();
  const productName = useProductName();
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header className={styles.brand}>
          <Logo size={32} />
          <span className={styles.brandName}>{productName}</span>
        </header>
        <main className={styles.center}>{children}</main>
        <footer className={styles.footer}>
          <span className={styles.version}>{t('shell.product.version', { version: buildVersion })}</span>
          <SegmentedControl
            label={t('shell.language.label')}
            value={language}
            onChange={onLanguageChange}
            segments={languages.map((name) => ({ value: name, label: t(`shell.language.${name}`) }))}
          />
        </footer>
      </div>
      <BrandPanel />
    </div>
  );
}
