// What hangs from controls, drawn by Radix: menus, panels, tooltips. One part of its own: the first view shows none of them.
import { Check } from 'lucide-react';
import * as RadixContextMenu from 'radix-ui/context-menu';
import * as RadixDropdownMenu from 'radix-ui/dropdown-menu';
import * as RadixPopover from 'radix-ui/popover';
import * as RadixTooltip from 'radix-ui/tooltip';
import { Fragment, type ReactElement } from 'react';
import { classNames } from './classNames';
import { Icon } from './icons/Icon';
import type { MenuEntry, MenuProps } from './Menu';
import styles from './Menu.module.css';
import type { PopoverProps } from './Popover';
import tooltipStyles from './Tooltip.module.css';
import { useLandmark, useOpenInLandmark } from './useLandmark';
import type { TooltipProps } from './WithTooltip';

export function DropdownLayer({ trigger, label, entries, align = 'end', side = 'bottom' }: MenuProps) {
  const { landmark, setTrigger, open, onOpenChange } = useOpenInLandmark();
  return (
    <RadixDropdownMenu.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <RadixDropdownMenu.Trigger ref={setTrigger} asChild>
        {trigger}
      </RadixDropdownMenu.Trigger>
      <RadixDropdownMenu.Portal container={landmark}>
        <RadixDropdownMenu.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={styles.menu}
        >
          <MenuRows entries={entries} parts={RadixDropdownMenu} />
        </RadixDropdownMenu.Content>
      </RadixDropdownMenu.Portal>
    </RadixDropdownMenu.Root>
  );
}

export function ContextLayer({ trigger, label, entries }: Pick<MenuProps, 'trigger' | 'label' | 'entries'>) {
  const { landmark, setTrigger, findLandmark } = useLandmark();
  return (
    <RadixContextMenu.Root modal={false} onOpenChange={findLandmark}>
      <RadixContextMenu.Trigger ref={setTrigger} asChild>
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

export function PopoverLayer({
  trigger,
  label,
  children,
  align = 'end',
  side = 'bottom',
  open,
  onOpenChange,
  className,
  onCloseAutoFocus,
}: PopoverProps) {
  const controlled = open === undefined ? {} : { open };
  return (
    <RadixPopover.Root {...controlled} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={className}
          {...(onCloseAutoFocus === undefined ? {} : { onCloseAutoFocus })}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}

export interface TooltipLayerProps extends Pick<TooltipProps, 'text' | 'side'> {
  trigger: ReactElement;
  delay: number;
  onOpenChange: (open: boolean) => void;
}

export function TooltipLayer({ trigger, text, side, delay, onOpenChange }: TooltipLayerProps) {
  const { landmark, setTrigger, open, onOpenChange: setOpen } = useOpenInLandmark();
  const change = (next: boolean): void => {
    setOpen(next);
    onOpenChange(next);
  };
  return (
    <RadixTooltip.Provider delayDuration={delay}>
      <RadixTooltip.Root open={open} onOpenChange={change}>
        <RadixTooltip.Trigger ref={setTrigger} asChild>
          {trigger}
        </RadixTooltip.Trigger>
        <RadixTooltip.Portal container={besideDialog(landmark)}>
          <RadixTooltip.Content
            className={tooltipStyles.tooltip}
            {...(side === undefined ? {} : { side })}
            sideOffset={6}
            collisionPadding={8}
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
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
