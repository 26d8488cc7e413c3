import { beforeEach, expect, test } from 'vitest';
import { showPageTitle, showWaiting } from './tabFace';

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

test('what waits takes the place of the title and marks the icon, and gives both back [BEY-028]', () => {
  showWaiting({ mark: 'unread', title: '(2) Atendimentos' });
  expect([document.title, icon()]).toEqual(['(2) Atendimentos', 'unread']);
  showWaiting({ mark: 'ringing', title: 'Chamada recebida…' });
  expect([document.title, icon()]).toEqual(['Chamada recebida…', 'ringing']);
  showWaiting(undefined);
  expect([document.title, icon()]).toEqual(['Atendimentos', new URL('/brand/logo.png', document.baseURI).href]);
});

test('another page does not take the place of what waits', () => {
  showWaiting({ mark: 'unread', title: '(1) Atendimentos' });
  showPageTitle('Contatos');
  expect(document.title).toBe('(1) Atendimentos');
  showWaiting(undefined);
  expect(document.title).toBe('Contatos');
});
