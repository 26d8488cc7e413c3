// Tests of the root of the page: the screens before, during and after the loading of the core.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SessionView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../test/fakeCore';
import type { Core } from '../core/host';
import { startI18n } from '../i18n';
import { Application } from './Application';

vi.mock('./Workspace', () => ({ default: () => <p>workspace</p> }));
vi.mock('./RouteMirror', () => ({ default: () => null }));

const session: SessionView = {
  phase: 'signedOut',
  attempt: 0,
  retryAt: undefined,
  login: '',
  error: undefined,
  notice: undefined,
  agent: undefined,
  clockOffsetMs: 0,
  serverVersion: '',
  newPassword: {
    linked: false,
    saving: false,
    longest: 15,
    lengthKept: false,
    same: false,
    currentError: undefined,
    passwordError: undefined,
    repeatedError: undefined,
    error: undefined,
  },
  secondFactor: {
    step: 'password',
    saving: false,
    secret: '',
    uri: '',
    recoveryCodes: [],
    own: undefined,
    codeError: undefined,
    passwordError: undefined,
    error: undefined,
  },
  flags: [],
};
const preferences = {
  language: 'pt-BR',
  theme: 'light',
  sendWith: 'enter',
  sounds: true,
  detailsOpen: false,
  hiddenChannels: [],
  listTags: { contact: [], employer: [], attendance: [] },
  tagVisibility: { contact: true, employer: true, attendance: true },
};

beforeEach(() => {
  // jsdom implements no media elements.
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  window.localStorage.clear();
  return startI18n('pt-BR');
});

function coreWith(change: Partial<SessionView>): FakeCore {
  return new FakeCore({
    session: { ...session, ...change },
    route: { path: '/login', area: 'login', protocol: undefined },
    preferences,
  });
}

function mounted({ hasToken = false } = {}) {
  let give: (core: Core) => void = () => undefined;
  let fail: (reason: Error) => void = () => undefined;
  const promise = new Promise<Core>((resolve, reject) => {
    give = resolve;
    fail = reject;
  });
  render(<Application start={() => promise} hasToken={hasToken} />);
  return {
    arrives: (core: FakeCore) =>
      act(() => {
        give(core);
        return promise.then(() => undefined);
      }),
    fails: () =>
      act(() => {
        fail(new Error('no module'));
        return promise.catch(() => undefined).then(() => undefined);
      }),
  };
}

test('credentials submitted before the core is loaded are sent to it, and the form keeps what was typed', async () => {
  const { arrives } = mounted();
  await userEvent.type(screen.getByLabelText('Usuário'), 'ana.souza');
  await userEvent.type(screen.getByLabelText('Senha'), 'segredo{Enter}');
  expect(screen.getByRole('button', { name: /Entrar/ })).toHaveAttribute('aria-busy', 'true');
  const core = coreWith({});
  await arrives(core);
  expect(core.intents).toEqual([{ area: 'session', type: 'signIn', login: 'ana.souza', password: 'segredo' }]);
  expect(screen.getByLabelText('Usuário')).toHaveValue('ana.souza');
});

test('the sign-in form stays while the session is checked after a sign-in, and says why a sign-in failed', async () => {
  const { arrives } = mounted();
  const core = coreWith({});
  await arrives(core);
  act(() => core.set('session', { ...session, phase: 'checking' }));
  expect(screen.getByLabelText('Usuário')).toBeInTheDocument();
  act(() =>
    core.set('session', { ...session, error: { key: 'session.login.invalid', params: {}, fallback: undefined } }),
  );
  expect(screen.getByText('Usuário ou senha inválidos')).toBeInTheDocument();
  act(() => core.set('session', { ...session, phase: 'ready' }));
  expect(await screen.findByText('workspace')).toBeInTheDocument();
});

test('given a token, the sign-in form is not shown before the core has answered', async () => {
  const { arrives } = mounted({ hasToken: true });
  expect(screen.queryByLabelText('Usuário')).not.toBeInTheDocument();
  const core = coreWith({ phase: 'reconnecting' });
  await arrives(core);
  expect(screen.getByRole('heading', { name: 'Reconectando…' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(core.intents).toEqual([{ area: 'session', type: 'retrySession' }]);
});

test('given a core that cannot be loaded, the page shows the failure', async () => {
  const { fails } = mounted();
  await fails();
  expect(screen.getByRole('heading', { name: 'Não foi possível iniciar o Agente' })).toBeInTheDocument();
});

test('a language chosen before the core is loaded applies at once and becomes the preference', async () => {
  const { arrives } = mounted();
  await userEvent.click(screen.getByRole('radio', { name: 'English' }));
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeInTheDocument();
  expect(window.localStorage.getItem('workspace.language')).toBe('en');
  const core = coreWith({});
  await arrives(core);
  expect(core.intents).toEqual([{ area: 'shell', type: 'changePreferences', change: { language: 'en' } }]);
});

test('when the theme preference changes, then the page shows it', async () => {
  const { arrives } = mounted();
  const core = coreWith({});
  await arrives(core);
  act(() => core.set('preferences', { ...preferences, theme: 'dark' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  act(() => core.set('preferences', { ...preferences, theme: 'system' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
});
