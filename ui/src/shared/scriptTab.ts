// Where an attendance has a tab "Script", whichever its channel.
import type { JobScriptView } from 'core-wasm';

/**
 * A script without text and fields is none, and so is one that is still being loaded. After a failure the attendance may have one: the tab says so,
 * and the agent can load it again.
 */
export function hasScriptTab(view: JobScriptView | undefined): boolean {
  if (view === undefined) return false;
  const { script, state } = view;
  return state === 'failed' || (script !== undefined && (script.text !== '' || script.fields.length > 0));
}
