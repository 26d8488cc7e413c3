// The page around the core: loads the module, restores the stored records, executes effects through the ports, sends
// page events to the core, and reloads from storage when the core crashes. It holds no business rule.
import type {
  FilePlanView,
  HostEffect,
  Intent,
  PageInput,
  RestoredRecords,
  SliceViews,
  WorkspaceHost,
  WorkspaceStore,
} from 'core-wasm';
import type { IndexedList } from './indexedList';
import { sayNow } from '../i18n/text';
import { deliveryHandled, isCoreDeath, noteCrash, noteDelivery, takeUnhandledDelivery } from './crash';
import { Mirror, type SliceKey, type SliceName } from './mirror';
import { watchActivity } from './ports/activity';
import { BrokerPort } from './ports/broker';
import { DesktopPort } from './ports/desktop';
import { isLinkInAddress } from './page/startAddress';
import { releaseAllGuards } from './ports/leaveGuard';
import { openInNewTab } from './ports/outside';
import { report } from './ports/report';
import { SoundPort } from './ports/sound';
import { StoragePort } from './ports/storage';
import { TabPort } from './ports/tab';
import { TimerPort } from './ports/timer';
import { UploadPort } from './ports/upload';
import type { DeviceState } from './ports/voice/deviceState';
import { VoiceLoader } from './ports/voice/loader';
import { buildVersion } from './buildVersion';
import type { Services } from './services/services';
import { draftRecord, TypedTexts } from './typedTexts';
import { NotificationBatcher } from './notificationBatcher';

export type { ListKey, SliceKey, SliceName } from './mirror';
export type { DeviceState as Devices, DeviceView, VoiceTest } from './ports/voice/deviceState';

export interface Core {
  dispatch(intent: Intent): void;
  page(input: PageInput): void;
  subscribe(key: string, listener: () => void): () => void;
  snapshot<Name extends SliceName>(key: SliceKey<Name>): SliceViews[Name];
  list(key: string): IndexedList<string>;
  /** Keeps a file for an upload and returns its handle for the core. The server's answer drops it. */
  keepFile(file: File): string;
  /** Forgets a file that will not be uploaded. */
  dropFile(handle: string): void;
  /** The kind of decision about a file that the agent chooses in the composer of an attendance. */
  planFile(protocol: string, file: Pick<File, 'type' | 'size'>, header?: 'image' | 'video' | 'file'): FilePlanView;
  onNavigate(listener: (path: string, replace: boolean) => void): () => void;
  /**
   * Called once when the core crashed twice within a minute: only the agent can decide to start without the stored
   * records.
   */
  onFatal(listener: (cleanStart: () => Promise<void>) => void): () => void;
  /** The audio devices of this browser; loads the voice ports. */
  devices(): Promise<DeviceState>;
  readonly apiBase: string;
}

export interface HostOptions {
  /** The path below the base path, with the query. */
  path: string;
  apiBase?: string;
  /** Reloads the page: the only recovery from a crash of the core. */
  reload?: () => void;
}

export async function startCore(options: HostOptions): Promise<Core> {
  const { path, apiBase = '/api', reload = () => window.location.reload() } = options;
  const host = new Host(apiBase, reload);
  // The module and the records load in parallel.
  const [{ WorkspaceStore }, restored] = await Promise.all([import('core-wasm'), host.restore(path)]);
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const unhandledDelivery = takeUnhandledDelivery();
  host.attach(new WorkspaceStore(seed, apiBase, { ...restored, unhandledDelivery }, host));
  host.page({
    type: 'started',
    path,
    userAgent: navigator.userAgent,
    online: navigator.onLine,
    focused: document.hasFocus(),
    visible: document.visibilityState === 'visible',
  });
  // Another tab may have claimed the session while this page was loading.
  if (host.tab.isLost) host.page({ type: 'tabDisabled' });
  host.watchPage();
  host.startServices();
  return host;
}

class Host implements Core, WorkspaceHost {
  readonly storage = new StoragePort((id, outcome) => this.guard((store) => store.stored(id, outcome)));
  private readonly timer = new TimerPort(
    () => this.guard((store) => store.wake()),
    (ms) => this.page({ type: 'gap', ms }),
  );
  private readonly broker = new BrokerPort({
    opened: (link) => this.guard((store) => store.brokerOpened(link)),
    closed: (link) => this.guard((store) => store.brokerClosed(link)),
    refused: (link, message) => this.guard((store) => store.brokerRefused(link, message)),
    frame: (link, ack, body) => {
      noteDelivery(body);
      if (this.guard((store) => store.brokerFrame(link, ack, body))) deliveryHandled();
    },
  });
  private readonly upload: UploadPort;
  readonly tab = new TabPort(() => {
    this.page({ type: 'tabDisabled' });
    return this.storage.settled();
  });
  private readonly sound = new SoundPort((allowed) => this.page({ type: 'soundAllowed', allowed }));
  private readonly desktop = new DesktopPort({
    permission: (permission, answer) => this.page({ type: 'desktopPermission', permission, answer }),
    clicked: (tag) => this.page({ type: 'desktopClicked', tag }),
  });
  private readonly voice = new VoiceLoader(
    (report) => this.guard((store) => store.voice(report)),
    (device) => this.sound.choose(device),
  );
  private store: WorkspaceStore | null = null;
  private mirror: Mirror | null = null;
  private readonly batcher = new NotificationBatcher(() => this.mirror?.notify());
  /** The next changes of views result from an input of the agent or the page. */
  private causedByUser = false;
  private services: Services | null = null;
  private crashed = false;
  private readonly navigateListeners = new Set<(path: string, replace: boolean) => void>();
  private readonly fatalListeners = new Set<(cleanStart: () => Promise<void>) => void>();
  private lastNavigation: { path: string; replace: boolean } | null = null;
  private readonly typedTexts = new TypedTexts();
  /** The last known agent, because a crashed core cannot be asked. */
  private agentId: string | undefined;

  constructor(
    readonly apiBase: string,
    private readonly reload: () => void,
  ) {
    this.upload = new UploadPort(apiBase, {
      progressed: (call, part) => this.guard((store) => store.uploadProgressed(call, part)),
      converted: (call, file) =>
        this.guard((store) => store.fileConverted(call, file?.name ?? '', file?.type, file?.size ?? 0)),
      ended: (call, status, authorization, body) =>
        this.guard((store) => store.uploadEnded(call, status, authorization, body)),
    });
  }

  /** Reads the stored records. If there is a session, first claims it from the tab that holds it, so that this tab's last drafts are stored. */
  async restore(path: string): Promise<RestoredRecords> {
    if (this.storage.hasToken && !/^\/tab-disabled\/?(\?|$)/.test(path)) await this.tab.claimAndWait();
    return this.storage.open();
  }

  attach(store: WorkspaceStore): void {
    this.store = store;
    this.mirror = new Mirror(store);
    let wasReady = false;
    this.subscribe('session', () => {
      const { phase, agent } = this.snapshot('session');
      if (agent !== undefined) this.agentId = agent.id;
      if (wasReady && phase === 'signedOut') {
        this.timer.stop();
        this.typedTexts.clear();
        this.upload.clear();
      }
      wasReady = phase === 'ready';
    });
    // The ringing sound follows the state: it lasts exactly as long as the state rings (BEY-026).
    this.subscribe('alerts', () => this.sound.ring(this.snapshot('alerts').ring));
    // An agent who does not call in the browser loads no voice ports.
    this.subscribe('voice', () => {
      if (this.snapshot('voice').webRtc) void this.voice.load();
    });
  }

  dispatch(intent: Intent): void {
    this.causedByUser = true;
    const isTyped = this.typedTexts.keep(intent, this.agentId);
    const alive = this.guard((store) => store.dispatch(intent));
    if (alive && this.agentId !== undefined && (intent.type === 'sendMessage' || intent.type === 'reply'))
      this.typedTexts.recordStored(draftRecord(this.agentId, intent.protocol));
    // Read at the last moment, because the agent can type until the page is gone.
    if (!alive && isTyped) this.storeTypedTexts();
  }

  keepFile(file: File): string {
    return this.upload.keep(file);
  }

  dropFile(handle: string): void {
    this.upload.drop(handle);
  }

  planFile(
    protocol: string,
    { type, size }: Pick<File, 'type' | 'size'>,
    header?: 'image' | 'video' | 'file',
  ): FilePlanView {
    const store = this.crashed ? null : this.store;
    return store?.planFile(protocol, type, size, header) ?? { kind: 'asItIs' };
  }

  page(input: PageInput): void {
    this.causedByUser = true;
    this.guard((store) => store.page(input));
    if (input.type === 'routeRequested') this.checkToken();
  }

  subscribe(key: string, listener: () => void): () => void {
    if (this.mirror === null || this.crashed) return () => undefined;
    const stop = this.mirror.subscribe(key, listener);
    return () => {
      if (!this.crashed) stop();
    };
  }

  snapshot<Name extends SliceName>(key: SliceKey<Name>): SliceViews[Name] {
    return this.loaded().snapshot(key);
  }

  /** The list; the same object until the list changes. */
  list(key: string): IndexedList<string> {
    return this.loaded().list(key);
  }

  private loaded(): Mirror {
    if (this.mirror === null) throw new Error('the core is not loaded');
    return this.mirror;
  }

  onNavigate(listener: (path: string, replace: boolean) => void): () => void {
    this.navigateListeners.add(listener);
    // The core may redirect before the first listener subscribes.
    if (this.lastNavigation !== null && this.navigateListeners.size === 1) {
      const { path, replace } = this.lastNavigation;
      this.lastNavigation = null;
      listener(path, replace);
    }
    return () => this.navigateListeners.delete(listener);
  }

  async devices(): Promise<DeviceState> {
    return (await this.voice.load()).devices;
  }

  onFatal(listener: (cleanStart: () => Promise<void>) => void): () => void {
    this.fatalListeners.add(listener);
    return () => this.fatalListeners.delete(listener);
  }

  effect(effect: HostEffect): void {
    // The answer to a request may still reach a crashed core. The records that it stores then are older than the texts that the
    // host stored.
    if (this.crashed) return;
    switch (effect.type) {
      case 'brokerConnect':
      case 'brokerSubscribe':
      case 'brokerAcknowledge':
      case 'brokerSend':
      case 'brokerDisconnect':
        return this.broker.execute(effect);
      case 'persist':
        this.typedTexts.recordStored(effect.name);
        return this.storage.persist(effect);
      case 'clearStorage':
        return this.storage.clear();
      case 'claimSession':
        return this.tab.claim();
      case 'navigate':
        return this.navigate(effect.path, effect.replace);
      case 'openUrl':
        return openInNewTab(effect.url);
      case 'loadFlags':
        return this.services?.loadFlags(effect.key, effect.names);
      case 'track':
        return this.services?.track(effect.who);
      case 'sound':
        return this.tab.isLost ? undefined : this.sound.play(effect.sound, effect.tone);
      case 'desktopAsk':
        return this.desktop.ask();
      case 'desktopShow':
        return this.tab.isLost
          ? undefined
          : this.desktop.show({
              ...effect.notice,
              title: sayNow(effect.notice.title),
              body: sayNow(effect.notice.body),
            });
      case 'desktopClose':
        return this.desktop.close(effect.tag);
      case 'voiceSignalling':
      case 'voicePeer':
      case 'voiceMicrophone':
      case 'voiceMute':
      case 'voiceRelays':
      case 'voiceRelease':
        return this.voice.execute(effect);
      case 'uploadStart':
      case 'uploadConvert':
      case 'uploadCancel':
        return this.upload.execute(effect);
      case 'report':
        if (effect.report.level === 'error') this.services?.report(effect.report.code, effect.report.detail);
        return report(effect.report);
      default:
        return unknown(effect);
    }
  }

  wakeAfter(afterMs: number): void {
    if (this.crashed) return;
    this.timer.wakeAfter(afterMs);
  }

  onViewsDelivered(): void {
    if (this.causedByUser) this.batcher.notifyNow();
    else this.batcher.notifySoon();
    this.causedByUser = false;
  }

  watchPage(): void {
    this.sound.start();
    this.desktop.checkPermission();
    window.addEventListener('focus', () => {
      this.desktop.checkPermission();
      this.page({ type: 'focus', focused: true });
      this.checkToken();
    });
    window.addEventListener('blur', () => this.page({ type: 'focus', focused: false }));
    window.addEventListener('online', () => this.page({ type: 'online', online: true }));
    window.addEventListener('offline', () => this.page({ type: 'online', online: false }));
    window.addEventListener('pagehide', () => {
      this.page({ type: 'visible', visible: false });
      this.desktop.closeAll();
    });
    document.addEventListener('visibilitychange', () => {
      this.page({ type: 'visible', visible: document.visibilityState === 'visible' });
      this.checkToken();
    });
    watchActivity(
      window,
      () => this.guard((store) => store.page({ type: 'acted' })),
      () => performance.now(),
    );
    window.addEventListener('storage', () => this.checkToken());
    window.addEventListener('hashchange', () => {
      if (isLinkInAddress()) this.reload();
    });
    // Answers to HTTP requests are handled outside the calls of this class.
    window.addEventListener('error', ({ error }) => {
      if (isCoreDeath(error)) this.die(error);
    });
    window.addEventListener('unhandledrejection', ({ reason }) => {
      if (isCoreDeath(reason)) this.die(reason);
    });
  }

  /** Loads the services of the runtime configuration when the page is idle. */
  startServices(): void {
    const attach = (services: Services): void => {
      this.services = services;
    };
    whenIdle(() => {
      import('./services/services')
        .then((part) =>
          part.Services.start(
            this.apiBase,
            window.location.hostname,
            buildVersion,
            (input) => this.page(input),
            attach,
          ),
        )
        .catch(() => undefined);
    });
  }

  /** The token may be removed by another tab or by hand while the core holds it in memory. */
  private checkToken(): void {
    if (this.storage.hasLostToken) this.page({ type: 'tokenMissing' });
  }

  private navigate(path: string, replace: boolean): void {
    if (this.navigateListeners.size === 0) this.lastNavigation = { path, replace };
    this.navigateListeners.forEach((listener) => listener(path, replace));
  }

  /** Runs the call unless the core has crashed. Returns whether the core still works afterwards. */
  private guard(call: (store: WorkspaceStore) => void): boolean {
    if (this.crashed || this.store === null) return false;
    try {
      call(this.store);
      return true;
    } catch (failure) {
      if (!isCoreDeath(failure)) throw failure;
      this.die(failure);
      return false;
    }
  }

  private die(failure: unknown): void {
    if (this.crashed) return;
    this.crashed = true;
    this.services?.reportFailure(failure);
    this.timer.stop();
    this.sound.ring(undefined);
    const isRepeated = noteCrash(Date.now());
    this.storeTypedTexts();
    void this.storage.settled().then(() => {
      if (!isRepeated) this.reloadWithoutQuestion();
      else this.fatalListeners.forEach((listener) => listener(() => this.cleanStart()));
    });
  }

  private storeTypedTexts(): void {
    for (const amendment of this.typedTexts.amendments()) this.storage.amend(amendment);
    this.typedTexts.clear();
  }

  private async cleanStart(): Promise<void> {
    await this.storage.cleanStart();
    this.reloadWithoutQuestion();
  }

  /**
   * After a crash the page is left without a question, because the state that the question would protect is lost with
   * the core.
   */
  private reloadWithoutQuestion(): void {
    releaseAllGuards();
    this.reload();
  }
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work);
  else setTimeout(work, 0);
}

function unknown(effect: never): never {
  throw new Error(`no port executes ${JSON.stringify(effect)}`);
}
