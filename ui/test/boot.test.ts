// boot.js as the browser runs it: which engines it lets in, which build each gets, and what it shows instead of the application.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import bootScript from '../boot.js?raw';
import engines from '../engines.json';
import english from '../src/i18n/en/boot.json';
import portuguese from '../src/i18n/pt-BR/boot.json';

const attributes = {
  'data-base': '/new-agent/',
  'data-modern': '/new-agent/assets/index-a.js',
  'data-preload': '["/new-agent/assets/core_wasm-b.js"]',
  'data-wasm': '/new-agent/assets/core_wasm_bg-c.wasm',
  'data-old-engine-polyfills': '/new-agent/assets/polyfills-legacy-d.js',
  'data-old-engine': '/new-agent/assets/index-legacy-e.js',
  'data-old-engine-sheets': '["/new-agent/assets/Workspace-f.css","/new-agent/assets/later-g.css"]',
  'data-engines': JSON.stringify(engines),
  'data-words': JSON.stringify({ 'pt-BR': portuguese, en: english }),
};

const chrome = (version: number, more = ''): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${String(version)}.0.0.0 Safari/537.36${more}`;
const firefox = (version: number): string =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${String(version)}.0) Gecko/20100101 Firefox/${String(version)}.0`;
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';

/** Opens the page in a browser of that name and returns what was started. */
function open(userAgent: string): 'modern' | 'old engine' | 'refused' {
  vi.spyOn(window.navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const own = document.createElement('script');
  own.id = 'boot';
  for (const [name, value] of Object.entries(attributes)) own.setAttribute(name, value);
  document.head.append(own);
  // As a classic script would run. A script element of jsdom runs in a world of its own, without this test's matchMedia.
  window.eval(bootScript);
  // One sheet arrives, the other does not: the application starts either way, and not before both have ended.
  for (const [place, sheet] of [...document.head.querySelectorAll('link[rel=stylesheet]')].entries()) {
    expect(document.head.querySelectorAll('script[src]')).toHaveLength(0);
    sheet.dispatchEvent(new Event(place === 0 ? 'load' : 'error'));
  }
  const started = [...document.head.querySelectorAll('script[src]')].map((script) => script.getAttribute('src'));
  if (started.includes(attributes['data-modern'])) return 'modern';
  return started.includes(attributes['data-old-engine-polyfills']) ? 'old engine' : 'refused';
}

beforeEach(() => {
  document.head.replaceChildren();
  document.body.innerHTML = '<div id="root"></div>';
  document.documentElement.removeAttribute('data-theme');
  localStorage.clear();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/new-agent/attendance');
});

describe('the browser check', () => {
  test.each([
    ['Chrome 70 is refused [SES-048]', chrome(70), 'refused'],
    ['Chrome 71 gets the old-engine build [SES-048]', chrome(71), 'old engine'],
    ['Chrome 104 gets the old-engine build [SES-048]', chrome(104), 'old engine'],
    ['Chrome 105 gets the modern build [SES-048]', chrome(105), 'modern'],
    ['Firefox 59 is refused [SES-049]', firefox(59), 'refused'],
    ['Firefox 60 gets the old-engine build [SES-049]', firefox(60), 'old engine'],
    ['Firefox 106 gets the modern build [SES-049]', firefox(106), 'modern'],
    ['Edge counts by its Chrome token [SES-051]', chrome(120, ' Edg/120.0.0.0'), 'modern'],
    ['an old Opera counts by its Chrome token [SES-051]', chrome(70, ' OPR/57.0'), 'refused'],
    ['Safari is refused [SES-051]', safari, 'refused'],
    ['a program without a version is refused', 'Mozilla/5.0', 'refused'],
  ])('%s', (_name, userAgent, outcome) => {
    expect(open(userAgent)).toBe(outcome);
  });

  test('a refused browser gets /unsupported-browser with the reason [SES-050, NAV-004]', () => {
    open(safari);
    expect(location.pathname).toBe('/new-agent/unsupported-browser');
    expect(document.querySelector('h1')).toHaveTextContent(portuguese.unsupported.title);
    expect(document.querySelector('main')).toHaveTextContent(portuguese.unsupported.text);
    expect(document.title).toBe(portuguese.unsupported.title);
  });

  test('only addresses of this origin may become scripts and workers, and no text becomes markup', () => {
    interface Policy {
      createScriptURL: (address: string) => string | null;
    }
    const createPolicy = vi.fn<(name: string, policy: Policy) => void>();
    vi.stubGlobal('trustedTypes', { createPolicy });
    expect(open(chrome(120))).toBe('modern');
    const [name, policy] = createPolicy.mock.calls[0] ?? [];
    expect([name, Object.keys(policy ?? {})]).toEqual(['default', ['createScriptURL']]);
    const own = '/new-agent/assets/wakeWorker-a.js';
    const outcomes = [own, `blob:${location.origin}/1`, 'https://foreign.example/x.js', 'data:text/javascript,1'].map(
      (address) => policy?.createScriptURL(address),
    );
    expect(outcomes).toEqual([own, `blob:${location.origin}/1`, null, null]);
  });

  test('a supported browser stays where it was', () => {
    open(chrome(120));
    expect(location.pathname).toBe('/new-agent/attendance');
    expect(document.getElementById('root')).toBeEmptyDOMElement();
  });
});

test('the modern build requests its core at once', () => {
  open(chrome(120));
  const early = [...document.head.querySelectorAll('link')].map(
    (link) => `${link.rel} ${link.getAttribute('href') ?? ''}`,
  );
  expect(early).toEqual([
    'modulepreload /new-agent/assets/index-a.js',
    'modulepreload /new-agent/assets/core_wasm-b.js',
    'preload /new-agent/assets/core_wasm_bg-c.wasm',
  ]);
});

test('given a build that cannot be loaded, the page offers to try again, in the language chosen before', () => {
  localStorage.setItem('workspace.language', 'en');
  open(chrome(120));
  document.head.querySelector('script[src]')?.dispatchEvent(new Event('error'));
  expect(document.documentElement.lang).toBe('en');
  expect(document.querySelector('h1')).toHaveTextContent(english.failed.title);
  expect(document.querySelector('button')).toHaveTextContent(english.failed.action);
});

describe('the theme before the first paint', () => {
  test.each([
    ['the chosen dark theme', 'dark', false, 'dark'],
    ['the chosen light theme, whatever the system prefers', 'light', true, 'light'],
    ["the system's dark theme without a choice", null, true, 'dark'],
    ['the light theme without a choice and a dark system', null, false, 'light'],
  ])('%s', (_name, chosen, systemPrefersDark, theme) => {
    if (chosen) localStorage.setItem('workspace.theme', chosen);
    vi.stubGlobal('matchMedia', () => ({ matches: systemPrefersDark }));
    open(chrome(120));
    expect(document.documentElement).toHaveAttribute('data-theme', theme);
  });

  test('the light theme with blocked storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(open(chrome(120))).toBe('modern');
    expect(document.documentElement).toHaveAttribute('data-theme', 'light');
  });
});
