// The content of a tooltip that names an action and its keys.
import { Kbd } from './Kbd';

export function ShortcutHint({ text, keys }: { text: string; keys: string }) {
  return (
    <>
      {text}
      <Kbd onInverse>{keys}</Kbd>
    </>
  );
}
