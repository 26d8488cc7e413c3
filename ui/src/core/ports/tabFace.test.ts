import { beforeEach, expect, test, vi } from 'vitest';
import { showIcon, showPageTitle, showWaiting } from './tabFace';

const drawn = vi.hoisted(() => new Map<string, string>());
vi.mock('./dottedIcon', () => ({ iconWithDot: (address: string) => Promise.resolve(drawn.get(address)) }));

const href = (): string | undefined => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href;

const icon = (): string | undefined => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  return link?.dataset.mark ?? link?.getAttribute('href') ?? undefined;
};

beforeEach(() => {
  showWaiting(undefined);
  const link = document.createElement('link');
  link.rel = 'icon';
  link.href = '/brand/logo.png';
  document.head.replaceChildren(link);
  showPageTitle('Atendimentos');
});

test('while a customer waits, title and icon of the tab show it, and afterwards both are restored [BEY-028]', () => {
  showWaiting({ mark: 'unread', title: '(2) Atendimentos' });
  expect([document.title, icon()]).toEqual(['(2) Atendimentos', 'unread']);
  showWaiting({ mark: 'ringing', title: 'Chamada recebida…' });
  expect([document.title, icon()]).toEqual(['Chamada recebida…', 'ringing']);
  showWaiting(undefined);
  expect([document.title, icon()]).toEqual(['Atendimentos', new URL('/brand/logo.png', document.baseURI).href]);
});

test("an operator's icon that is loaded while a customer waits is shown when no customer waits any more", () => {
  showWaiting({ mark: 'unread', title: '(1) Atendimentos' });
  showIcon('/brand/aurora.png');
  expect(icon()).toBe('unread');
  showWaiting({ mark: 'ringing', title: 'Chamada recebida…' });
  showWaiting(undefined);
  expect(icon()).toBe('/brand/aurora.png');
  showIcon('/brand/later.png');
  expect(icon()).toBe('/brand/later.png');
});

test("an operator's icon gets the dot of unread messages, is replaced by the built-in icon while an attendance rings, and is restored without a mark [BEY-028]", async () => {
  drawn.set('/brand/dot.png', 'data:image/png;base64,dotted');
  showWaiting({ mark: 'unread', title: '(1) Atendimentos' });
  const builtIn = href();
  showIcon('/brand/dot.png');
  expect(href()).toBe(builtIn);
  await vi.waitFor(() => expect(href()).toBe('data:image/png;base64,dotted'));
  showWaiting({ mark: 'ringing', title: 'Chamada recebida…' });
  expect(href()).not.toBe(builtIn);
  expect(href()).not.toContain('dotted');
  showWaiting({ mark: 'unread', title: '(1) Atendimentos' });
  expect([icon(), href()]).toEqual(['unread', 'data:image/png;base64,dotted']);
  showWaiting(undefined);
  expect(icon()).toBe('/brand/dot.png');
});

test('given an icon that cannot be drawn, the built-in icon with the mark is shown, and an icon that is drawn too late is ignored', async () => {
  drawn.set('/brand/late.png', 'data:image/png;base64,late');
  showWaiting({ mark: 'unread', title: '(1) Atendimentos' });
  showIcon('/brand/late.png');
  showIcon('/brand/broken.png');
  await vi.dynamicImportSettled();
  expect([icon(), href()]).toEqual(['unread', expect.stringMatching(/^data:image\/svg\+xml/)]);
  showWaiting(undefined);
  expect(icon()).toBe('/brand/broken.png');
});

test('a new title of the page is shown only when no customer waits any more', () => {
  showWaiting({ mark: 'unread', title: '(1) Atendimentos' });
  showPageTitle('Contatos');
  expect(document.title).toBe('(1) Atendimentos');
  showWaiting(undefined);
  expect(document.title).toBe('Contatos');
});
