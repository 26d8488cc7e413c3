// The keys of a search field above a RadioList: ↑ ↓ choose among the found rows while the field keeps the focus, Enter chooses the first row, or
// continues if a row is chosen. A key with a modifier is another command.
import type { KeyboardEvent } from 'react';
import { isComposing } from './isComposing';
import type { RadioOption } from './RadioList';

export interface ChoiceKeys {
  options: ReadonlyArray<Pick<RadioOption, 'value' | 'disabled'>>;
  value: string | null;
  onChange: (value: string) => void;
  /** Called at Enter with a choice; without it the browser submits the form of the field. */
  onEnter?: () => void;
}

export function choiceKeys({ options, value, onChange, onEnter }: ChoiceKeys) {
  const possible = options.filter(({ disabled }) => disabled !== true);
  const place = possible.findIndex((option) => option.value === value);
  const choose = (index: number): void => {
    const option = possible[(index + possible.length) % possible.length];
    if (option !== undefined) onChange(option.value);
  };
  return (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    switch (event.key) {
      case 'ArrowDown':
        event.preventDefault();
        choose(place + 1);
        return;
      case 'ArrowUp':
        event.preventDefault();
        choose(place < 0 ? -1 : place - 1);
        return;
      case 'Enter':
        if (place >= 0 && onEnter === undefined) return;
        // If the call moves the focus, the key has no effect in the newly focused field.
        event.preventDefault();
        if (place >= 0) onEnter?.();
        else choose(0);
        return;
    }
  };
}
