// A panel that is anchored to a control, by Radix. Esc and a click outside close it and the focus returns to the control.
import * as RadixPopover from 'radix-ui/popover';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './classNames';
import styles from './Popover.module.css';

export interface PopoverProps {
  /** One element that takes a ref; its button opens the panel. */
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

export function Popover({
  trigger,
  label,
  children,
  align = 'end',
  side = 'bottom',
  open,
  onOpenChange,
  className,
  onCloseAutoFocus,
}: PopoverProps) {
  const controlled = open === undefined ? {} : { open };
  return (
    <RadixPopover.Root {...controlled} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={classNames(styles.popover, className)}
          {...(onCloseAutoFocus === undefined ? {} : { onCloseAutoFocus })}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
