// A pending action. Decorative: the text beside it, or the busy control, has the accessible name.
import { classNames } from './classNames';
import styles from './Spinner.module.css';

export function Spinner({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={classNames(styles.spinner, className)} />;
}
