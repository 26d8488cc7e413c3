// Menus of a button and of the context (right button, Shift+F10), by Radix. Entries are data, so that both draw the same rows.
import { Check } from 'lucide-react';
import * as RadixContextMenu from 'radix-ui/context-menu';
import * as RadixDropdownMenu from 'radix-ui/dropdown-menu';
import { Fragment, useRef, useState, type ReactElement, type ReactNode, type Ref } from 'react';
import { classNames } from './classNames';
import { Icon, type Glyph } from './icons/Icon';
import styles from './Menu.module.css';
import { useLandmark, useOpenInLandmark } from './useLandmark';

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
  /** One element that takes a ref; its button opens the menu. */
  trigger: ReactElement;
  label: string;
  entries: ReadonlyArray<MenuEntry>;
  align?: 'start' | 'end';
  side?: 'bottom' | 'top' | 'right';
}

export function DropdownMenu({ trigger, label, entries, align = 'end', side = 'bottom' }: MenuProps) {
  const { trigger: triggerRef, landmark, open, onOpenChange } = useOpenInLandmark();
  return (
    <RadixDropdownMenu.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <RadixDropdownMenu.Trigger ref={triggerRef as Ref<HTMLButtonElement>} asChild>
        {trigger}
      </RadixDropdownMenu.Trigger>
      <RadixDropdownMenu.Portal container={landmark}>
        <RadixDropdownMenu.Content
          {...contentProps}
          aria-label={label}
          align={align}
          side={side}
          onCloseAutoFocus={keepMovedFocus}
        >
          <MenuRows entries={entries} parts={RadixDropdownMenu} />
        </RadixDropdownMenu.Content>
      </RadixDropdownMenu.Portal>
    </RadixDropdownMenu.Root>
  );
}

const contentProps = { className: styles.menu, sideOffset: 6, collisionPadding: 8 };

export interface RowMenuProps extends Pick<MenuProps, 'label' | 'entries'> {
  /** Label of the button. */
  className?: string | undefined;
  /** The icon of the button. */
  children: ReactNode;
}

/**
 * A DropdownMenu for the rows of long lists: the menu is mounted when the pointer or the focus reaches its button, because it costs more than the rest of a
 * row. The button is the same before and after, so that it keeps the focus.
 */
export function RowMenu({ label, entries, className, children }: RowMenuProps) {
  const { trigger, landmark, open, onOpenChange } = useOpenInLandmark();
  const [isMounted, setIsMounted] = useState(false);
  const isLeft = useRef(false);
  const mount = (): void => setIsMounted(true);
  const change = (next: boolean): void => {
    mount();
    isLeft.current = false;
    onOpenChange(next);
  };
  return (
    <span className={styles.place}>
      <button
        ref={trigger as Ref<HTMLButtonElement>}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={mount}
        onFocus={mount}
        onPointerDown={(event) => {
          if (event.button !== 0 || event.ctrlKey) return;
          // Whether the menu takes the focus.
          if (!open) event.preventDefault();
          change(!open);
        }}
        onKeyDown={(event) => {
          if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
          event.preventDefault();
          change(event.key === 'ArrowDown' || !open);
        }}
      >
        {children}
      </button>
      {isMounted && (
        <RadixDropdownMenu.Root modal={false} open={open} onOpenChange={onOpenChange}>
          <RadixDropdownMenu.Trigger asChild>
            <span aria-hidden="true" className={styles.anchor} />
          </RadixDropdownMenu.Trigger>
          <RadixDropdownMenu.Portal container={landmark}>
            <RadixDropdownMenu.Content
              {...contentProps}
              aria-label={label}
              aria-labelledby={undefined}
              align="start"
              onInteractOutside={() => {
                isLeft.current = true;
              }}
              onCloseAutoFocus={(event) => {
                keepMovedFocus(event);
                if (!event.defaultPrevented && !isLeft.current) trigger.current?.focus();
                // Otherwise Radix would focus the anchor.
                event.preventDefault();
              }}
            >
              <MenuRows entries={entries} parts={RadixDropdownMenu} />
            </RadixDropdownMenu.Content>
          </RadixDropdownMenu.Portal>
        </RadixDropdownMenu.Root>
      )}
    </span>
  );
}

/** The entry may have opened a part that took the focus; otherwise it returns to the button. */
function keepMovedFocus(event: Event): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) event.preventDefault();
}

export function ContextMenu({ trigger, label, entries }: Pick<MenuProps, 'trigger' | 'label' | 'entries'>) {
  const { trigger: triggerRef, landmark, findLandmark } = useLandmark();
  return (
    <RadixContextMenu.Root modal={false} onOpenChange={findLandmark}>
      <RadixContextMenu.Trigger ref={triggerRef} asChild>
        {trigger}
      </RadixContextMenu.Trigger>
      <RadixContextMenu.Portal container={landmark}>
        <RadixContextMenu.Content
          aria-label={label}
          collisionPadding={8}
          className={classNames(styles.menu, styles.context)}
        >
          <MenuRows entries={entries} parts={RadixContextMenu} />
        </RadixContextMenu.Content>
      </RadixContextMenu.Portal>
    </RadixContextMenu.Root>
  );
}

type MenuParts = Pick<
  typeof RadixDropdownMenu,
  'Item' | 'RadioGroup' | 'RadioItem' | 'ItemIndicator' | 'Label' | 'Separator'
>;

function MenuRows({ entries, parts }: { entries: ReadonlyArray<MenuEntry>; parts: MenuParts }) {
  return (
    <>
      {entries.map((entry) => (
        <Fragment key={entry.id}>
          <MenuRow entry={entry} parts={parts} />
        </Fragment>
      ))}
    </>
  );
}

function MenuRow({ entry, parts: Parts }: { entry: MenuEntry; parts: MenuParts }) {
  switch (entry.kind) {
    case 'action':
      return (
        <Parts.Item
          className={classNames(styles.item, entry.tone === 'danger' && styles.danger)}
          disabled={entry.disabledReason !== undefined}
          onSelect={entry.onSelect}
        >
          {entry.glyph !== undefined && <Icon glyph={entry.glyph} className={styles.glyph} />}
          <span className={styles.itemText}>
            {entry.label}
            {entry.disabledReason !== undefined && <span className={styles.reason}>{entry.disabledReason}</span>}
          </span>
        </Parts.Item>
      );
    case 'choice':
      return (
        <>
          <Parts.Label className={styles.heading}>{entry.label}</Parts.Label>
          <Parts.RadioGroup value={entry.value} onValueChange={entry.onChange} aria-label={entry.label}>
            {entry.options.map((option) => (
              <Parts.RadioItem key={option.value} value={option.value} className={styles.item}>
                <span className={styles.itemText}>{option.label}</span>
                <Parts.ItemIndicator>
                  <Icon glyph={Check} size={14} />
                </Parts.ItemIndicator>
              </Parts.RadioItem>
            ))}
          </Parts.RadioGroup>
        </>
      );
    case 'separator':
      return <Parts.Separator className={styles.separator} />;
    case 'text':
      return <Parts.Label className={styles.text}>{entry.content}</Parts.Label>;
  }
}
