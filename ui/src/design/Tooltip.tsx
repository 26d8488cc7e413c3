// The name of a control, its key, or the reason why it cannot be used, shown after 400 ms of hover or at focus.
import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './Tooltip.module.css';
import { useOpenInLandmark } from './useLandmark';
import { TooltipContext, type TooltipProps } from './WithTooltip';

const delayMilliseconds = 400;

const drawTooltip = (props: TooltipProps) => <Tooltip {...props} />;

/** Once around the workspace: neighbouring tooltips then follow each other without the delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={delayMilliseconds}>
      <TooltipContext.Provider value={drawTooltip}>{children}</TooltipContext.Provider>
    </RadixTooltip.Provider>
  );
}

export function Tooltip({ text, children, side = 'bottom' }: TooltipProps) {
  const { landmark, setTrigger, open, onOpenChange } = useOpenInLandmark();
  return (
    <RadixTooltip.Root open={open} onOpenChange={onOpenChange}>
      <RadixTooltip.Trigger ref={setTrigger} asChild>
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

/**
 * In a modal dialog the tooltip stands beside it, on the scrim: a node that leaves the dialog while the focus goes from one control to the next makes
 * Radix believe that the focused one was removed, and it would take the focus back to the dialog.
 */
function besideDialog(landmark: HTMLElement | null): HTMLElement | null {
  const scrim = landmark?.parentElement;
  return scrim?.hasAttribute('data-scrim') === true ? scrim : landmark;
}
