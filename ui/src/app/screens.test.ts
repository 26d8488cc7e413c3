// Tests of the screen for each phase of the session and each route.
import { expect, test } from 'vitest';
import { screenBeforeCore, screenOf, type ScreenFacts, type ScreenName } from './screens';

test.each<[ScreenFacts['phase'], string, boolean, ScreenName]>([
  ['starting', 'attendance', false, 'loader'],
  ['checking', 'attendance', false, 'loader'],
  ['checking', 'login', true, 'login'],
  ['starting', 'login', true, 'login'],
  ['signedOut', 'login', false, 'login'],
  ['signedOut', 'resetPassword', false, 'resetPassword'],
  ['ready', 'resetPassword', false, 'resetPassword'],
  ['checking', 'resetPassword', false, 'loader'],
  ['signingIn', 'login', true, 'login'],
  ['reconnecting', 'attendance', false, 'reconnecting'],
  ['ready', 'attendance', false, 'workspace'],
  ['ready', 'tabDisabled', false, 'tabDisabled'],
  ['inOtherTab', 'tabDisabled', false, 'tabDisabled'],
  ['inOtherTab', 'attendance', false, 'tabDisabled'],
  ['starting', 'tabDisabled', false, 'tabDisabled'],
  ['starting', 'lostConnection', false, 'lostConnection'],
  ['unsupported', 'unsupportedBrowser', false, 'unsupportedBrowser'],
])('the session phase %s on %s (from the sign-in page: %s) shows %s', (phase, area, fromLogin, screen) => {
  expect(screenOf({ phase, area, fromLogin })).toBe(screen);
});

test.each<[boolean, string, ScreenName]>([
  [false, '/', 'login'],
  [false, '/attendance/1', 'login'],
  [false, '/lost-connection', 'loader'],
  [false, '/reset-password', 'loader'],
  [false, '/tab-disabled/', 'loader'],
  [true, '/login', 'loader'],
])('before the core is loaded, with a token %s at %s, the page shows %s', (hasToken, path, screen) => {
  expect(screenBeforeCore(hasToken, path)).toBe(screen);
});
