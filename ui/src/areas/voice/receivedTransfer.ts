// By which of its transfers an attendance is the agent's now.
import type { JobTransferView } from 'core-wasm';

/**
 * The last accepted transfer by somebody else; undefined without one. A transfer of the agent that became a conference is listed as accepted too, and leaves
 * the attendance where it was.
 */
export function receivedTransfer(
  transfers: ReadonlyArray<JobTransferView>,
  ownName: string,
): JobTransferView | undefined {
  return [...transfers]
    .reverse()
    .find(({ endedAt, failure, agent }) => endedAt !== undefined && failure === undefined && agent !== ownName);
}
