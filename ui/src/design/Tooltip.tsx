// The name of a control, its key, or the reason why it cannot be used, shown after 400 ms of hover or at focus.
import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import styles from './Tooltip.module.css';
import { useLandmark } from './useLandmark';

export interface TooltipProps {
  text: ReactNode;
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
}

const delayMilliseconds = 400;

/** Once around the application: neighbouring tooltips then follow each other without the delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <RadixTooltip.Provider delayDuration={delayMilliseconds}>{children}</RadixTooltip.Provider>;
}

export function Tooltip({ text, children, side = 'bottom' }: TooltipProps) {
  const { landmark, setTrigger, findLandmark } = useLandmark();
  return (
    <RadixTooltip.Root onOpenChange={findLandmark}>
      <RadixTooltip.Trigger ref={setTrigger} asChild>
        {children}
      </RadixTooltip.Trigger>
      <RadixTooltip.Portal container={landmark}>
        <RadixTooltip.Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}
