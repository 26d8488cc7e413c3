// A panel that hangs from a control. Esc and a click outside close it and the focus goes back to the control.
import { Popover as RadixPopover } from 'radix-ui';
import { useRef, type ReactElement, type ReactNode } from 'react';
import { classNames } from './classNames';
import styles from './Popover.module.css';

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

export function Popover({ trigger, label, children, align = 'end', side = 'bottom', open, onOpenChange, className, onCloseAutoFocus }: PopoverProps) {
  const controlled = open === undefined ? {} : { open };
  const control = useRef<HTMLButtonElement>(null);
  const escaped = useRef(false);
  const closed = (event: Event): void => {
    onCloseAutoFocus?.(event);
    // Whoever was elsewhere with the focus for a moment and pressed Esc comes back to the control all the same.
    if (escaped.current && !event.defaultPrevented) {
      event.preventDefault();
      control.current?.focus();
    }
    escaped.current = false;
  };
  return (
    <RadixPopover.Root {...controlled} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <RadixPopover.Trigger asChild ref={control}>
        {trigger}
      </RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={classNames(styles.popover, className)}
          onEscapeKeyDown={() => {
            escaped.current = true;
          }}
          onCloseAutoFocus={closed}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
