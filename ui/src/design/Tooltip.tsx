// The name of a control, its key, or the reason why it cannot be used, shown after 400 ms of hover or at focus. What draws it comes with the first one.
import { useRef, useState, type PointerEvent, type ReactElement, type ReactNode } from 'react';
import { onDemand } from './onDemand';
import { useControl, type Meaning } from './useControl';
import { TooltipContext, type TooltipProps } from './WithTooltip';

const TooltipLayer = onDemand(() => import('./layers').then((module) => module.TooltipLayer));

const delayMilliseconds = 400;
/** Who has just read one reads the next one without the delay. */
const readingMilliseconds = 300;
let closedAt = Number.NEGATIVE_INFINITY;

const drawTooltip = (props: TooltipProps): ReactElement => <Tooltip {...props} />;

/** Once around the workspace: below it, controls have tooltips. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <TooltipContext.Provider value={drawTooltip}>{children}</TooltipContext.Provider>;
}

export function Tooltip({ text, children, side = 'bottom' }: TooltipProps) {
  const [delay, setDelay] = useState(delayMilliseconds);
  const now = useRef({ pressed: false, pointedAt: false, open: false });
  const meaning: Meaning = (name, event) => {
    const { current } = now;
    switch (name) {
      case 'onPointerMove':
        if (current.pointedAt || (event as PointerEvent).pointerType === 'touch') return undefined;
        current.pointedAt = true;
        setDelay(performance.now() - closedAt < readingMilliseconds ? 0 : delayMilliseconds);
        return 'call';
      case 'onPointerLeave':
        current.pointedAt = false;
        return current.open ? undefined : 'sleep';
      case 'onPointerDown':
        current.pressed = true;
        whenReleased(() => {
          current.pressed = false;
        });
        return 'withdraw';
      case 'onFocus':
        // A press shows what the control does, not what it is called; nor does a focus that a menu or a dialog gives back after one.
        if (current.pressed) return undefined;
        return isFocusShown(event.currentTarget) ? 'call' : 'ignore';
      case 'onBlur':
      case 'onClick':
        return 'withdraw';
      case 'onPointerUp':
      case 'onPointerCancel':
      case 'onKeyDown':
      case 'onContextMenu':
        return undefined;
    }
  };
  const { control, borrowed, sleep } = useControl(children, meaning);
  const onOpenChange = (open: boolean): void => {
    now.current.open = open;
    if (open) return;
    closedAt = performance.now();
    sleep();
  };
  return (
    <>
      {control}
      {borrowed !== null && (
        <TooltipLayer text={text} side={side} delay={delay} trigger={borrowed} onOpenChange={onOpenChange} />
      )}
    </>
  );
}

/** Browsers that do not know the difference show every focus. */
function isFocusShown(control: Element): boolean {
  try {
    return control.matches(':focus-visible');
  } catch {
    return true;
  }
}

function whenReleased(released: () => void): void {
  const ends = ['pointerup', 'pointercancel'];
  const hear = (): void => {
    ends.forEach((end) => document.removeEventListener(end, hear));
    released();
  };
  ends.forEach((end) => document.addEventListener(end, hear));
}
