// Whether an address of the server still works. A link cannot tell: the browser would save the refusal as the file.
import { fileAt } from './localFiles';

/** True only if the server refuses the address. Without an answer it is false: the browser shows that failure itself. */
export async function isRefused(address: string): Promise<boolean> {
  if (fileAt(address) !== undefined) return false;
  const controller = new AbortController();
  try {
    // Not HEAD: a signed address may be valid for GET only.
    const answer = await fetch(address, { signal: controller.signal });
    return !answer.ok;
  } catch {
    return false;
  } finally {
    controller.abort();
  }
}
