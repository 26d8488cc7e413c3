// External services of the runtime configuration: feature flags, error reporting, tracking. The page loads this chunk when it is idle, and the chunk of
// a service only if it is configured. The core decides when to use a service; its failure never affects the agent's work.
import type { Identification, PageInput } from 'core-wasm';
import { loadBrand } from './brandLook';
import type { ErrorReporter } from './errors';

/** The answer of `GET /configuration` (docs/contract.md); an older server omits fields. */
interface Configuration {
  featureFlags?: { url: string; clientKey: string; developClientKey?: string | null } | null;
  errorReporting?: { dsn: string } | null;
  tracking?: { url: string } | null;
}

export class Services {
  private errors: ErrorReporter | null = null;

  private constructor(
    private readonly configuration: Configuration,
    private readonly send: (input: PageInput) => void,
  ) {}

  /** Starts the services, and applies the operator's brand. */
  static async start(
    apiBase: string,
    host: string,
    release: string,
    send: (input: PageInput) => void,
    attach: (services: Services) => void,
  ): Promise<void> {
    loadBrand(apiBase, window.location.origin).catch(() => undefined);
    const configuration = await configurationOf(apiBase);
    if (configuration === null) return;
    const services = new Services(configuration, send);
    attach(services);
    const { featureFlags, errorReporting, tracking } = configuration;
    if (errorReporting) {
      services.errors = await import('./errors').then(
        (part) => part.startReporting(errorReporting.dsn, release),
        () => null,
      );
    }
    send({
      type: 'configured',
      services: {
        host,
        flagsKey: featureFlags?.clientKey,
        developFlagsKey: featureFlags?.developClientKey ?? undefined,
        tracking: Boolean(tracking),
      },
    });
  }

  /** Sends one answer to the core; without flags if the service fails. */
  loadFlags(key: string, names: readonly string[]): void {
    const url = this.configuration.featureFlags?.url ?? '';
    import('./flags')
      .then((part) => part.flagsOf(url, key, names))
      .then(
        (flags) => this.send({ type: 'flagsLoaded', flags }),
        () => this.send({ type: 'flagsLoaded', flags: [] }),
      );
  }

  track(identification: Identification): void {
    const url = this.configuration.tracking?.url;
    if (url === undefined) return;
    // Ignore tracking failures; agents need not see them.
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(identification),
      credentials: 'omit',
      keepalive: true,
    }).catch(() => undefined);
  }

  /** Reports an error of the core. */
  report(code: string, detail: string): void {
    this.errors?.report(code, detail);
  }

  /** Reports the exception that crashed the core. */
  reportFailure(failure: unknown): void {
    this.errors?.reportFailure(failure);
  }
}

async function configurationOf(apiBase: string): Promise<Configuration | null> {
  try {
    const answer = await fetch(`${apiBase}/configuration`);
    return answer.ok ? ((await answer.json()) as Configuration) : null;
  } catch {
    return null;
  }
}
