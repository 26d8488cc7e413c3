// All routes, with the screen of each. The core decides which one is current; screens and tests that visit each route
// read this table. It imports no component, so that a test can read it without a browser.

export type AreaName =
  | 'login'
  | 'resetPassword'
  | 'unsupportedBrowser'
  | 'tabDisabled'
  | 'lostConnection'
  | 'attendance'
  | 'supervisor'
  | 'history'
  | 'broadcast'
  | 'contact'
  | 'contacts'
  | 'companies'
  | 'company';

export interface RouteEntry {
  area: AreaName;
  /** Below the base path; a part that begins with a colon matches any value. */
  path: string;
  /** Whether an agent must be signed in, or a supervisor. */
  session: 'needed' | 'public' | 'supervisor';
}

export const routes = {
  login: { area: 'login', path: '/login', session: 'public' },
  resetPassword: { area: 'resetPassword', path: '/reset-password', session: 'public' },
  unsupportedBrowser: { area: 'unsupportedBrowser', path: '/unsupported-browser', session: 'public' },
  tabDisabled: { area: 'tabDisabled', path: '/tab-disabled', session: 'public' },
  lostConnection: { area: 'lostConnection', path: '/lost-connection', session: 'public' },
  attendanceList: { area: 'attendance', path: '/attendance', session: 'needed' },
  attendance: { area: 'attendance', path: '/attendance/:protocol', session: 'needed' },
  history: { area: 'history', path: '/history', session: 'needed' },
  broadcast: { area: 'broadcast', path: '/broadcast', session: 'needed' },
  contact: { area: 'contact', path: '/contact/:id', session: 'needed' },
  contacts: { area: 'contacts', path: '/contact-management', session: 'needed' },
  companies: { area: 'companies', path: '/employer-management', session: 'needed' },
  company: { area: 'company', path: '/employer/:id', session: 'needed' },
  supervisor: { area: 'supervisor', path: '/supervisor', session: 'supervisor' },
} as const satisfies Record<string, RouteEntry>;

export type RouteName = keyof typeof routes;
