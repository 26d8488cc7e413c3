// The keyboard shortcut of a control.
import type { ReactNode } from 'react';
import { classNames } from './classNames';
import styles from './Kbd.module.css';

export function Kbd({ children, onInverse = false }: { children: ReactNode; onInverse?: boolean }) {
  return <kbd className={classNames(styles.key, onInverse && styles.onInverse)}>{children}</kbd>;
}
