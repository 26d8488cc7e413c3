// The tooltip of a control, by Radix, with its name, its key, or the reason why it is disabled: shown after 400 ms of hover, or at once when the
// agent moves the focus with a key.
import * as RadixTooltip from 'radix-ui/tooltip';
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
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

const focusKeys = ['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];

/** Whether the last key or press moves the focus. Without a provider no focus opens a tooltip. */
const FocusMove = createContext<RefObject<boolean>>({ current: false });

/** Rendered once around the application. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <FocusMove value={useFocusMove()}>
      <RadixTooltip.Provider delayDuration={delayMilliseconds} skipDelayDuration={skipDelayMilliseconds}>
        {children}
      </RadixTooltip.Provider>
    </FocusMove>
  );
}

function useFocusMove(): RefObject<boolean> {
  const isMove = useRef(false);
  useEffect(() => {
    const follow = (event: KeyboardEvent | PointerEvent): void => {
      isMove.current = event instanceof KeyboardEvent && focusKeys.includes(event.key);
    };
    window.addEventListener('keydown', follow, true);
    window.addEventListener('pointerdown', follow, true);
    return () => {
      window.removeEventListener('keydown', follow, true);
      window.removeEventListener('pointerdown', follow, true);
    };
  }, []);
  return isMove;
}

export function Tooltip({ text, children, side = 'bottom' }: TooltipProps) {
  const { trigger, landmark, open, onOpenChange } = useOpenInLandmark();
  const isMove = useContext(FocusMove);
  /**
   * The control was pressed, and the pointer has not left it: the agent has already used it. Radix forgets to stop its delay if the press is a
   * navigation.
   */
  const isPressed = useRef(false);
  /** Radix opens a tooltip at any focus, also at one that a menu, a panel or a dialog returns when it closes; a prevented event keeps it closed. */
  const openForMoveOnly = (event: FocusEvent): void => {
    if (!isMove.current || !isFocusVisible(event.currentTarget)) event.preventDefault();
  };
  return (
    <RadixTooltip.Root
      open={open}
      onOpenChange={(opens) => onOpenChange(opens && (!isPressed.current || isMove.current))}
    >
      <RadixTooltip.Trigger
        ref={trigger as Ref<HTMLButtonElement>}
        onFocus={openForMoveOnly}
        onPointerDown={() => {
          isPressed.current = true;
        }}
        onPointerLeave={() => {
          isPressed.current = false;
        }}
        asChild
      >
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
