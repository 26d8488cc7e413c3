// Decides whether an attendance has a tab "Script", on any channel.
import type { JobScriptView } from 'core-wasm';

/**
 * A script without text and fields gives no tab, nor does a script that is loading. After a failure there may be a script: the tab shows the
 * failure, and the agent can reload.
 */
export function hasScriptTab(view: JobScriptView | undefined): boolean {
  if (view === undefined) return false;
  const { script, state } = view;
  return state === 'failed' || (script !== undefined && (script.text !== '' || script.fields.length > 0));
}
