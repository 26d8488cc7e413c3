// A plain button with a tooltip; its area decides how it looks.
import { forwardRef, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { Tooltip } from './Tooltip';

export interface HintedButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What a click does, or the text that the button shortens. */
  hint: ReactNode;
}

export const HintedButton = forwardRef<HTMLButtonElement, HintedButtonProps>(function HintedButton(
  { hint, ...rest },
  ref,
) {
  return (
    <Tooltip text={hint}>
      <button {...rest} ref={ref} type="button" />
    </Tooltip>
  );
});
