// The root of the page: starts the core, keeps the address bar and the preferences consistent with it, and shows the
// screen for the session and the route. The sign-in page is part of the first script; the workspace is loaded
// separately.
import { lazy, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { LostConnectionPage, TabDisabledPage } from '../areas/connection/ConnectionPages';
import { LoginPage } from '../areas/session/LoginPage';
import { ReconnectingPage, StartupLoader, UnsupportedBrowserPage } from '../areas/session/PublicPages';
import type { Core, SliceKey, SliceName } from '../core/host';
import { CoreProvider } from '../core/react';
import { Announcer } from '../design/Announcer';
import { lazyArea, loadArea } from '../design/lazyArea';
import { TooltipProvider } from '../design/Tooltip';
import { setClockOffset } from '../core/page/ticker';
import { changeLanguage, type Language } from '../i18n';
import { storeLanguage } from '../core/page/bootStorage';
import { RecoveryPage, StartFailedPage } from './RecoveryPages';
import { RouteBoundary } from '../shared/RouteBoundary';
import { screenBeforeCore, screenOf, type ScreenName } from './screens';
import { usePreferences } from './usePreferences';
import { addressOf, basePath } from '../shared/addresses';

const loadWorkspace = () =>
  loadArea(
    () => import('./Workspace'),
    ['absence', 'channels', 'chat', 'contacts', 'jobs', 'notes', 'notifications', 'pauses', 'qualification'],
  );
const Workspace = lazy(loadWorkspace);
const ResetPasswordPage = lazy(() => loadArea(() => import('../areas/session/ResetPasswordPage'), ['password']));
/** Loaded separately, because only agents with a second factor see this screen. */
const SecondFactorScreen = lazyArea(() => import('../areas/session/SecondFactorScreen'), {
  component: 'SecondFactorScreen',
  words: ['secondFactor'],
  onDemand: true,
});
const RouteMirror = lazy(() => import('./RouteMirror'));

export interface ApplicationProps {
  start: () => Promise<Core>;
  hasToken: boolean;
}

/** Failures are shown by the component that needs the core. */
const ignoreFailure = (): void => undefined;

type CoreState = { kind: 'starting' } | { kind: 'started'; core: Core } | { kind: 'failed' };

export function Application({ start, hasToken }: ApplicationProps) {
  const [state, setState] = useState<CoreState>({ kind: 'starting' });
  useEffect(() => {
    let wanted = true;
    start().then(
      (core) => wanted && setState({ kind: 'started', core }),
      () => wanted && setState({ kind: 'failed' }),
    );
    return () => {
      wanted = false;
    };
  }, [start]);

  const core = state.kind === 'started' ? state.core : null;
  // The workspace is loaded while the agent types the password; if that fails, it is requested again when it is
  // needed.
  useEffect(() => {
    if (core !== null) loadWorkspace().catch(ignoreFailure);
  }, [core]);

  // Intents of the sign-in page are kept until the core is loaded.
  const signIn = useCallback(
    (login: string, password: string): void =>
      void start().then(
        (started) => started.dispatch({ area: 'session', type: 'signIn', login, password }),
        ignoreFailure,
      ),
    [start],
  );
  const testSound = useCallback(
    (): void =>
      void start().then(
        (started) =>
          started.dispatch({ area: 'notifications', type: 'testSound', sound: 'newAttendance', channel: 'chat' }),
        ignoreFailure,
      ),
    [start],
  );
  const chooseLanguage = useCallback(
    (language: Language): void => {
      storeLanguage(language);
      void changeLanguage(language);
      void start().then(
        (started) => started.dispatch({ area: 'shell', type: 'changePreferences', change: { language } }),
        ignoreFailure,
      );
    },
    [start],
  );

  return (
    <TooltipProvider>
      <Announcer />
      <RouteBoundary onReload={() => window.location.reload()}>
        {state.kind === 'failed' ? (
          <StartFailedPage />
        ) : (
          <Screens
            core={core}
            hasToken={hasToken}
            signIn={signIn}
            testSound={testSound}
            onLanguageChange={chooseLanguage}
          />
        )}
        {core !== null && (
          <Suspense fallback={null}>
            <RouteMirror core={core} />
          </Suspense>
        )}
      </RouteBoundary>
    </TooltipProvider>
  );
}

interface ScreensProps {
  core: Core | null;
  hasToken: boolean;
  signIn: (login: string, password: string) => void;
  testSound: () => void;
  onLanguageChange: (language: Language) => void;
}

function Screens({ core, hasToken, signIn, testSound, onLanguageChange }: ScreensProps) {
  const session = useSliceOf(core, 'session');
  const route = useSliceOf(core, 'route');
  const preferences = useSliceOf(core, 'preferences');
  const soundBlocked = useSliceOf(core, 'alerts')?.soundBlocked ?? false;
  const cleanStart = useCleanStart(core);
  usePreferences(preferences);

  const clockOffset = session?.clockOffsetMs ?? 0;
  useEffect(() => setClockOffset(clockOffset), [clockOffset]);

  const [fromLogin, setFromLogin] = useState(!hasToken);
  const phase = session?.phase;
  const arrivesAtLogin = phase === 'signedOut' || phase === 'signingIn';
  const leavesLogin = phase === 'ready' || phase === 'reconnecting';
  if (arrivesAtLogin && !fromLogin) setFromLogin(true);
  if (leavesLogin && fromLogin) setFromLogin(false);

  const screen: ScreenName =
    session === undefined || route === undefined
      ? screenBeforeCore(hasToken, window.location.pathname.slice(basePath.length))
      : screenOf({ phase: session.phase, area: route.area, fromLogin });
  // A tab that takes the session back returns to the address that it showed.
  const shown = useRef('/');
  const workspacePath = screen === 'workspace' ? route?.path : undefined;
  useEffect(() => {
    if (workspacePath !== undefined) shown.current = workspacePath;
  }, [workspacePath]);
  const isWaiting = phase === 'reconnecting';
  // If no session check waits for the server, the page is reloaded (CON-006).
  const retry = useCallback(
    () => (isWaiting ? core?.dispatch({ area: 'session', type: 'retrySession' }) : startAgain()),
    [core, isWaiting],
  );

  if (cleanStart !== null) return <RecoveryPage onCleanStart={cleanStart} />;
  switch (screen) {
    case 'login':
      if (core !== null && session !== undefined && session.secondFactor.step !== 'password')
        return (
          <SecondFactorScreen
            view={session.secondFactor}
            intend={(intent) => core.dispatch(intent)}
            onLanguageChange={onLanguageChange}
          />
        );
      return (
        <LoginPage
          session={session}
          signIn={signIn}
          soundTest={{ blocked: soundBlocked, onTest: testSound }}
          onLanguageChange={onLanguageChange}
        />
      );
    case 'resetPassword':
      return core === null ? null : (
        <Suspense fallback={<StartupLoader />}>
          <CoreProvider core={core}>
            <ResetPasswordPage onLanguageChange={onLanguageChange} />
          </CoreProvider>
        </Suspense>
      );
    case 'loader':
      return <StartupLoader />;
    case 'reconnecting':
      return <ReconnectingPage retryAt={session?.retryAt ?? null} onRetry={retry} />;
    case 'unsupportedBrowser':
      return <UnsupportedBrowserPage />;
    case 'tabDisabled':
      return <TabDisabledPage onTakeOver={() => startAgain(shown.current)} />;
    case 'lostConnection':
      return <LostConnectionPage retryAt={session?.retryAt ?? null} pending={phase === 'checking'} onRetry={retry} />;
    case 'workspace':
      return core === null ? null : (
        <Suspense fallback={<StartupLoader />}>
          <CoreProvider core={core}>
            <Workspace />
          </CoreProvider>
        </Suspense>
      );
  }
}

/** Loads the page again at a path below the base path. */
function startAgain(path = '/'): void {
  window.location.assign(addressOf(path));
}

const neverChanges = (): (() => void) => () => undefined;

/** Reads a slice when the core may not be loaded yet. */
function useSliceOf<Name extends SliceName>(core: Core | null, key: SliceKey<Name>) {
  const subscribe = useCallback(
    (listener: () => void) => (core === null ? neverChanges() : core.subscribe(key, listener)),
    [core, key],
  );
  return useSyncExternalStore(subscribe, () => (core === null ? undefined : core.snapshot<Name>(key)));
}

/** The agent's choices after the core crashed twice in a row; null while it runs. */
function useCleanStart(core: Core | null): (() => Promise<void>) | null {
  const [cleanStart, setCleanStart] = useState<(() => Promise<void>) | null>(null);
  useEffect(() => core?.onFatal((start) => setCleanStart(() => start)), [core]);
  return cleanStart;
}
