// The content of a tooltip that names an action and its keys, unless the agent switched them off.
import { Kbd } from './Kbd';

export function ShortcutHint({ text, keys }: { text: string; keys: string | undefined }) {
  return (
    <>
      {text}
      {keys !== undefined && <Kbd onInverse>{keys}</Kbd>}
    </>
  );
}
