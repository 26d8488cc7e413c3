// The slices of a signed-in workspace whose page is an area of tests.

const preferences = {
  language: 'pt-BR',
  theme: 'light',
  sendWith: 'enter',
  sounds: true,
  alerts: {},
  hiddenChannels: [],
  listQueues: [],
  listTags: { contact: [], employer: [], attendance: [] },
  tagVisibility: { contact: true, employer: true, attendance: true },
  shortcuts: [],
};
/** The route is that of `dummyArea`. */
export const workspaceSlices = {
  route: { path: '/dummy', area: 'dummy', protocol: undefined },
  session: {
    phase: 'ready',
    agent: { id: '101', name: 'Ana Souza', loginIdentifier: 'ana', initials: 'AS', color: '', role: 'agent' },
  },
  preferences,
  dialog: undefined,
  snackbars: { items: [] },
  announcements: [],
  jobSummary: { total: 0, active: 0, hidden: 0, unread: 0, loaded: true, loadFailed: false, unattended: 0 },
  jobQueues: [],
  listViews: { phase: 'ready', views: [], changed: false, changing: false, full: false },
  bulk: { selected: [], ended: 0, open: 0 },
  alerts: { desktop: 'granted', notify: [], soundBlocked: false },
  channels: { items: [], extension: {} },
  pauses: { channels: [], reasons: [] },
  absence: { absent: false, pending: false },
  link: { internet: 'ok', server: 'ok', product: 'ok' },
  notifications: { unread: 0, items: [] },
  voice: { enabled: false },
  broadcasts: { enabled: true },
};
