// Menus, from a button or from the context (right button, Shift+F10), described as data so that both draw the same rows. What draws them comes when one
// is first opened (layers.tsx).
import type { KeyboardEvent, PointerEvent, ReactElement, ReactNode } from 'react';
import type { Glyph } from './icons/Icon';
import { onDemand } from './onDemand';
import { useControl, type Meaning } from './useControl';

const DropdownLayer = onDemand(() => import('./layers').then((module) => module.DropdownLayer));
const ContextLayer = onDemand(() => import('./layers').then((module) => module.ContextLayer));

export type MenuEntry =
  | {
      kind: 'action';
      id: string;
      label: string;
      glyph?: Glyph;
      tone?: 'danger';
      disabledReason?: string | undefined;
      onSelect: () => void;
    }
  | {
      kind: 'choice';
      id: string;
      label: string;
      options: ReadonlyArray<{ value: string; label: string }>;
      value: string;
      onChange: (value: string) => void;
    }
  | { kind: 'separator'; id: string }
  | { kind: 'text'; id: string; content: ReactNode };

export interface MenuProps {
  trigger: ReactElement;
  label: string;
  entries: ReadonlyArray<MenuEntry>;
  align?: 'start' | 'end';
  side?: 'bottom' | 'top' | 'right';
}

const closed = { 'aria-haspopup': 'menu', 'aria-expanded': false, 'data-state': 'closed' };

/** Who points at it or goes to it may press it: the layer is there before the key is. */
const opensMenu: Meaning = (name, event) => {
  if (name === 'onFocus' || name === 'onPointerMove') return 'prepare';
  const pressed = name === 'onPointerDown' && (event as PointerEvent).button === 0 && !(event as PointerEvent).ctrlKey;
  const typed = name === 'onKeyDown' && ['Enter', ' ', 'ArrowDown'].includes((event as KeyboardEvent).key);
  // The key is used up: it neither presses the button nor scrolls the page until the menu is there.
  if (typed) event.nativeEvent.preventDefault();
  return pressed || typed ? 'call' : undefined;
};

const opensContextMenu: Meaning = (name, event) => {
  if (name === 'onFocus') return 'prepare';
  if (name !== 'onContextMenu') return undefined;
  // The browser's own menu stays away also while ours is on its way.
  event.nativeEvent.preventDefault();
  return 'call';
};

export function DropdownMenu({ trigger, ...menu }: MenuProps) {
  const { control, borrowed } = useControl(trigger, opensMenu, closed);
  return (
    <>
      {control}
      {borrowed !== null && <DropdownLayer {...menu} trigger={borrowed} />}
    </>
  );
}

export function ContextMenu({ trigger, ...menu }: Pick<MenuProps, 'trigger' | 'label' | 'entries'>) {
  const { control, borrowed } = useControl(trigger, opensContextMenu);
  return (
    <>
      {control}
      {borrowed !== null && <ContextLayer {...menu} trigger={borrowed} />}
    </>
  );
}
