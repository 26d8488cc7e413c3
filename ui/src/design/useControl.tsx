// A control from which something can hang (a menu, a panel, a tooltip) before that something has arrived. The control stands by itself and stays the same
// element; what hangs from it comes when the control is first used, borrows it as its trigger, and hears the event that woke it.
import {
  cloneElement,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type ReactElement,
  type Ref,
  type SyntheticEvent,
} from 'react';

const names = [
  'onPointerMove',
  'onPointerLeave',
  'onPointerDown',
  'onPointerUp',
  'onPointerCancel',
  'onFocus',
  'onBlur',
  'onClick',
  'onKeyDown',
  'onContextMenu',
] as const;

export type Told = (typeof names)[number];
type Properties = Readonly<Record<string, unknown>>;
type Listener = (event: SyntheticEvent) => void;

/** What stands between a control and who borrows it. */
class Post {
  private element: HTMLElement | null = null;
  /** The borrower's properties while it is there. */
  private borrower: Properties | null = null;
  /** What the borrower hears when it comes. */
  private waiting: { name: Told; event: SyntheticEvent } | null = null;

  put(element: HTMLElement | null): void {
    this.element = element;
  }

  get(): HTMLElement | null {
    return this.element;
  }

  /** Whether somebody was there to hear it. */
  tell(name: Told, event: SyntheticEvent): boolean {
    if (this.borrower === null) return false;
    tell(this.borrower, name, event);
    return true;
  }

  keep(name: Told, event: SyntheticEvent): void {
    this.waiting = { name, event };
  }

  forget(): void {
    this.waiting = null;
  }

  borrow(properties: Properties | null): void {
    this.borrower = properties;
  }

  handOut(): void {
    const { waiting } = this;
    this.waiting = null;
    if (waiting !== null) this.tell(waiting.name, waiting.event);
  }
}

export interface Control {
  control: ReactElement;
  /** Stands for the control where the layer draws its trigger; null while nobody needs the layer. */
  borrowed: ReactElement | null;
  sleep: () => void;
}

/**
 * What an event means while the layer is not there: it calls for it and is repeated to it, says that it may be called soon, or that it is not wanted any
 * more; and whether a layer that is there goes, or is not told.
 */
export type Meaning = (
  name: Told,
  event: SyntheticEvent,
) => 'call' | 'prepare' | 'withdraw' | 'sleep' | 'ignore' | undefined;

/** `atRest` is what the control says of itself before the layer is there. */
export function useControl(trigger: ReactElement, meaning: Meaning, atRest: Properties = {}): Control {
  const own = trigger.props as Properties;
  const [awake, setAwake] = useState(false);
  const [worn, setWorn] = useState(atRest);
  const [post] = useState(() => new Post());

  const wear = useCallback((next: Properties) => setWorn((now) => (same(now, next) ? now : next)), []);
  const sleep = useCallback(() => {
    post.forget();
    setAwake(false);
  }, [post]);
  const ownRef = own.ref as Ref<HTMLElement> | undefined;
  const keep = useCallback(
    (element: HTMLElement | null) => {
      post.put(element);
      give(ownRef, element);
    },
    [post, ownRef],
  );

  const hear = (name: Told, event: SyntheticEvent): void => {
    tell(own, name, event);
    const means = meaning(name, event);
    const heard = means === 'ignore' || post.tell(name, event);
    if (means === 'sleep') sleep();
    if (heard) return;
    if (means === 'withdraw') post.forget();
    if (means === 'call') post.keep(name, event);
    if (means === 'call' || means === 'prepare') setAwake(true);
  };
  return {
    control: cloneElement(trigger, {
      ...(awake ? worn : atRest),
      ...own,
      ...described(awake ? worn : atRest, own),
      ...Object.fromEntries(names.map((name) => [name, (event: SyntheticEvent) => hear(name, event)])),
      ref: keep,
    } as object),
    borrowed: awake ? <Borrowed post={post} wear={wear} /> : null,
    sleep,
  };
}

interface BorrowedProps {
  post: Post;
  wear: (properties: Properties) => void;
  ref?: Ref<HTMLElement>;
}

/** Draws nothing: what a trigger would wear goes to the control, and whoever asks for its element is given the control's. */
function Borrowed({ post, wear, ref, ...properties }: BorrowedProps) {
  useLayoutEffect(() => {
    post.borrow(properties);
    wear(Object.fromEntries(Object.entries(properties).filter(([name]) => !names.some((told) => told === name))));
  });
  const first = useRef(ref);
  useLayoutEffect(() => {
    const asked = first.current;
    give(asked, post.get());
    post.handOut();
    return () => {
      post.borrow(null);
      give(asked, null);
    };
  }, [post]);
  return null;
}

function tell(properties: Properties, name: Told, event: SyntheticEvent): void {
  const listener = properties[name] as Listener | undefined;
  listener?.(event);
}

function give(ref: Ref<HTMLElement> | undefined, element: HTMLElement | null): void {
  if (typeof ref === 'function') ref(element);
  else if (ref != null) ref.current = element;
}

const description = 'aria-describedby';

/** What describes the control for itself stands before what hangs from it. */
function described(worn: Properties, own: Properties): Properties {
  const ids = [own[description], worn[description]].filter((id) => typeof id === 'string');
  return ids.length === 0 ? {} : { [description]: ids.join(' ') };
}

function same(one: Properties, other: Properties): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) => one[key] === other[key] || (key === 'style' && JSON.stringify(one[key]) === JSON.stringify(other[key])),
    )
  );
}
