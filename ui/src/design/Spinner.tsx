// Something is under way. Decorative: the text beside it, or the busy control, says what.
import { classNames } from './classNames';
import styles from './Spinner.module.css';

export function Spinner({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={classNames(styles.spinner, className)} />;
}
