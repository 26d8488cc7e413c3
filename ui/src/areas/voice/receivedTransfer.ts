// Finds the transfer that brought an attendance to the agent.
import type { JobTransferView } from 'core-wasm';

/**
 * The last accepted transfer by another agent; undefined without one. The agent's own transfer that became a conference is listed as accepted, too,
 * but the attendance stays with the agent.
 */
export function receivedTransfer(
  transfers: ReadonlyArray<JobTransferView>,
  ownName: string,
): JobTransferView | undefined {
  return [...transfers]
    .reverse()
    .find(({ endedAt, failure, agent }) => endedAt !== undefined && failure === undefined && agent !== ownName);
}
