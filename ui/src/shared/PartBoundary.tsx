// An error of a part beside the page (the top bar, a banner, a dialog, a row) replaces this part only: the page and a call continue. By default the
// part is replaced by nothing.
import { Component, type ReactNode } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { Button } from '../design/Button';
import styles from './PartBoundary.module.css';

interface PartBoundaryProps {
  children: ReactNode;
  /** A new value renders the part again. */
  resetKey?: unknown;
  /** Fallback content; `retry` renders the part again. */
  fallback?: ((retry: () => void) => ReactNode) | undefined;
  onBroken?: (() => void) | undefined;
}

interface PartBoundaryState {
  isBroken: boolean;
  resetKey: unknown;
}

export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = { isBroken: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<PartBoundaryState> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps(
    { resetKey }: PartBoundaryProps,
    state: PartBoundaryState,
  ): Partial<PartBoundaryState> | null {
    return resetKey === state.resetKey ? null : { isBroken: false, resetKey };
  }

  override componentDidCatch(): void {
    this.props.onBroken?.();
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return this.props.fallback?.(() => this.setState({ isBroken: false })) ?? null;
  }
}

/** Content for `fallback`: one line with a button. */
export function BrokenLine({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <p role="alert" className={styles.broken}>
      <span className={styles.text}>{t('shell.error.part')}</span>
      <Button size="small" onClick={onRetry}>
        {t('shell.error.retry')}
      </Button>
    </p>
  );
}
