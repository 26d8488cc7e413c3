// A tooltip where the page has tooltips. Below a TooltipProvider (the workspace) it is one; the public pages have no provider, show the control alone and
// do not load what a tooltip needs.
import { createContext, useContext, type ReactElement, type ReactNode } from 'react';

export interface TooltipProps {
  text: ReactNode;
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
}

/** Draws the tooltip around its control. */
export const TooltipContext = createContext<((props: TooltipProps) => ReactElement) | null>(null);

export function WithTooltip(props: TooltipProps) {
  const withTooltip = useContext(TooltipContext);
  return withTooltip === null ? props.children : withTooltip(props);
}
