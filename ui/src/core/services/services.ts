// Services outside the contact centre that runtime configuration may name: feature flags, error reporting, tracking. The page asks for this part when it has
// nothing else to do; each service's own part comes only where it is configured. When to ask and what an answer means is the core's; a service that fails
// takes nothing away from the work.
import type { Identification, PageInput } from 'core-wasm';
import { wearLook } from './brandLook';
import type { ErrorReporter } from './errors';

/** `GET /configuration` (docs/contract.md); an older server knows less. */
interface Configuration {
  featureFlags?: { url: string; clientKey: string; developClientKey?: string | null } | null;
  errorReporting?: { dsn: string } | null;
  tracking?: { url: string } | null;
}

export class Services {
  private errors: ErrorReporter | null = null;

  private constructor(
    private readonly configuration: Configuration,
    private readonly tell: (input: PageInput) => void,
  ) {}

  /** Also puts on the operator's look. */
  static async start(
    apiBase: string,
    host: string,
    release: string,
    tell: (input: PageInput) => void,
    attach: (services: Services) => void,
  ): Promise<void> {
    wearLook(apiBase, window.location.origin).catch(() => undefined);
    const configuration = await configurationOf(apiBase);
    if (configuration === null) return;
    const services = new Services(configuration, tell);
    attach(services);
    const { featureFlags, errorReporting, tracking } = configuration;
    if (errorReporting) {
      services.errors = await import('./errors').then(
        (part) => part.startReporting(errorReporting.dsn, release),
        () => null,
      );
    }
    tell({
      type: 'configured',
      services: {
        host,
        flagsKey: featureFlags?.clientKey,
        developFlagsKey: featureFlags?.developClientKey ?? undefined,
        tracking: Boolean(tracking),
      },
    });
  }

  /** Answers once; what cannot be asked has no flags. */
  loadFlags(key: string, names: readonly string[]): void {
    const url = this.configuration.featureFlags?.url ?? '';
    import('./flags')
      .then((part) => part.flagsOf(url, key, names))
      .then(
        (flags) => this.tell({ type: 'flagsLoaded', flags }),
        () => this.tell({ type: 'flagsLoaded', flags: [] }),
      );
  }

  track(who: Identification): void {
    const url = this.configuration.tracking?.url;
    if (url === undefined) return;
    // Nobody at work hears of a failure: it is not the agent's.
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(who),
      credentials: 'omit',
      keepalive: true,
    }).catch(() => undefined);
  }

  /** What the core reports, and what it died of. */
  report(code: string, detail: string): void {
    this.errors?.report(code, detail);
  }

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
