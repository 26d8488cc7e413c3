// Asks the server whether the signed address of a file is still valid. Without this check the browser would save the body of the
// error answer as the file.
import { fileAt } from './localFiles';

/** True only if the server refuses the address. Without an answer it is false: the browser shows that failure itself. */
export async function isRefused(address: string): Promise<boolean> {
  if (fileAt(address) !== undefined) return false;
  const controller = new AbortController();
  try {
    // Uses GET and not HEAD, because a signed address may be valid for GET only.
    const answer = await fetch(address, { signal: controller.signal });
    return !answer.ok;
  } catch {
    return false;
  } finally {
    controller.abort();
  }
}
