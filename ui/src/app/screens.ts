// The screen for the phase of the session and the route that the core decided. No other code chooses a screen.
import type { SessionPhaseView } from 'core-wasm';

export type ScreenName =
  | 'loader'
  | 'login'
  | 'resetPassword'
  | 'reconnecting'
  | 'workspace'
  | 'unsupportedBrowser'
  | 'tabDisabled'
  | 'lostConnection';

export interface ScreenFacts {
  phase: SessionPhaseView;
  area: string;
  /** The agent is signing in on this page: the check that follows keeps the form on the page. */
  fromLogin: boolean;
}

export function screenOf({ phase, area, fromLogin }: ScreenFacts): ScreenName {
  if (phase === 'unsupported' || area === 'unsupportedBrowser') return 'unsupportedBrowser';
  if (phase === 'inOtherTab' || area === 'tabDisabled') return 'tabDisabled';
  if (area === 'lostConnection') return 'lostConnection';
  switch (phase) {
    case 'signedOut':
    case 'signingIn':
      return area === 'resetPassword' ? 'resetPassword' : 'login';
    case 'starting':
    case 'checking':
      return fromLogin ? 'login' : 'loader';
    case 'reconnecting':
      return 'reconnecting';
    case 'ready':
      return area === 'resetPassword' ? 'resetPassword' : 'workspace';
  }
}

/**
 * Before the core is loaded: without a token the sign-in page is shown at once, unless the address is another public
 * page.
 */
export function screenBeforeCore(hasToken: boolean, path: string): ScreenName {
  const isOtherPublicPage = /^\/(reset-password|unsupported-browser|tab-disabled|lost-connection)\/?$/.test(path);
  return hasToken || isOtherPublicPage ? 'loader' : 'login';
}
