// Feature flags by the OpenFeature SDK, from any service with the OpenFeature Remote Evaluation Protocol. Loaded once
// at the start; nothing is cached.
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature } from '@openfeature/web-sdk';
import type { FlagValue } from 'core-wasm';

/** SEC-011; the core stops waiting after the same time. */
const timeoutMs = 2_000;

export async function flagsOf(url: string, key: string, names: readonly string[]): Promise<FlagValue[]> {
  const provider = new OFREPWebProvider({
    baseUrl: url,
    headers: [['authorization', `Bearer ${key}`]],
    timeoutMs,
    cacheMode: 'disabled',
    changeDetection: 'none',
    disableVisibilityRefresh: true,
  });
  await OpenFeature.setProviderAndWait(provider);
  const client = OpenFeature.getClient();
  return names.flatMap((name) => {
    // Read as an object: the SDK then returns any value unchanged, and the core parses it.
    const { value, errorCode } = client.getObjectDetails(name, {});
    return errorCode === undefined ? [{ name, value: textOf(value) }] : [];
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
