// The name of a control, its key, or the reason why it cannot be used, by Radix: shown after 400 ms of hover, or at once at keyboard focus.
import * as RadixTooltip from 'radix-ui/tooltip';
import type { FocusEvent, ReactElement, ReactNode, Ref } from 'react';
import styles from './Tooltip.module.css';
import { useOpenInLandmark } from './useLandmark';

export interface TooltipProps {
  text: ReactNode;
  /** One element that takes a ref. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
}

const delayMilliseconds = 400;
/** Within this time after a tooltip has closed, the next one opens without the delay. */
const skipDelayMilliseconds = 300;

/** Once around the application. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={delayMilliseconds} skipDelayDuration={skipDelayMilliseconds}>
      {children}
    </RadixTooltip.Provider>
  );
}

export function Tooltip({ text, children, side = 'bottom' }: TooltipProps) {
  const { trigger, landmark, open, onOpenChange } = useOpenInLandmark();
  return (
    <RadixTooltip.Root open={open} onOpenChange={onOpenChange}>
      <RadixTooltip.Trigger ref={trigger as Ref<HTMLButtonElement>} onFocus={openForKeyboardOnly} asChild>
        {children}
      </RadixTooltip.Trigger>
      <RadixTooltip.Portal container={besideDialog(landmark)}>
        <RadixTooltip.Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}

/** Radix opens a tooltip at any focus, also at one that a menu or a dialog returns after a click; a prevented event keeps it closed. */
function openForKeyboardOnly(event: FocusEvent): void {
  if (!isFocusVisible(event.currentTarget)) event.preventDefault();
}

/** Engines without :focus-visible show every focus. */
function isFocusVisible(control: Element): boolean {
  try {
    return control.matches(':focus-visible');
  } catch {
    return true;
  }
}

/**
 * In a modal dialog the tooltip is drawn beside the dialog, on its overlay: Radix takes a node that leaves the dialog during a focus change for the focused
 * one, and would move the focus back to the dialog.
 */
function besideDialog(landmark: HTMLElement | null): HTMLElement | null {
  const overlay = landmark?.parentElement;
  return overlay?.hasAttribute('data-scrim') === true ? overlay : landmark;
}
