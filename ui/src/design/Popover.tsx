// A panel that hangs from a control. Esc and a click outside close it and the focus goes back to the control. What draws it comes when one is first opened.
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './classNames';
import { onDemand } from './onDemand';
import styles from './Popover.module.css';
import { useControl, type Meaning } from './useControl';

const PopoverLayer = onDemand(() => import('./layers').then((module) => module.PopoverLayer));

export interface PopoverProps {
  trigger: ReactElement;
  label: string;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string | undefined;
  onCloseAutoFocus?: (event: Event) => void;
}

const closed = { 'aria-haspopup': 'dialog', 'aria-expanded': false, 'data-state': 'closed' };
const opensPanel: Meaning = (name) =>
  name === 'onClick' ? 'call' : name === 'onFocus' || name === 'onPointerMove' ? 'prepare' : undefined;

export function Popover({ trigger, className, ...panel }: PopoverProps) {
  const { control, borrowed } = useControl(trigger, opensPanel, closed);
  return (
    <>
      {control}
      {borrowed !== null && (
        <PopoverLayer {...panel} className={classNames(styles.popover, className)} trigger={borrowed} />
      )}
    </>
  );
}
