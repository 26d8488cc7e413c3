// The brand of an operator's settings: every color keeps its contrast, and an invalid value is ignored.
import { beforeEach, expect, test, vi } from 'vitest';
import { contrast, darkAccent, hex, lightAccent, brandOf, loadBrand } from './brandLook';

const origin = 'https://desk.example';

test.each<[string, [number, number, number]]>([
  ['the built-in blue', [0x24, 0x63, 0xd6]],
  ['yellow', [255, 212, 0]],
  ['white', [255, 255, 255]],
  ['black', [0, 0, 0]],
  ['grey', [128, 128, 128]],
  ['red', [255, 0, 0]],
  ['mint', [0, 255, 170]],
  ['navy', [0, 0, 64]],
  ['violet', [91, 63, 214]],
])('%s keeps its contrast in both themes [SHELL-056]', (_name, color) => {
  const light = lightAccent(color);
  const dark = darkAccent(color);
  for (const accent of [light, dark]) {
    for (const name of ['accent', 'accent-hover', 'accent-active'] as const)
      expect(contrast(accent[name], [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(accent['accent-text'], accent['accent-tint'])).toBeGreaterThanOrEqual(4.5);
  }
  expect(contrast(light['accent-text'], [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
  expect(contrast(dark['accent-text'], [0x20, 0x25, 0x2e])).toBeGreaterThanOrEqual(4.5);
  expect(contrast(dark.accent, [0x14, 0x17, 0x1c])).toBeGreaterThanOrEqual(3);
});

test('a color with enough contrast is not changed', () => {
  expect(hex(lightAccent([0x24, 0x63, 0xd6]).accent)).toBe('#2463d6');
});

test('valid settings of a brand are applied [SHELL-056]', () => {
  const look = brandOf(
    {
      productName: ' Central Aurora ',
      logo: '/brand/logo.svg',
      favicon: 'data:image/svg+xml,%3Csvg/%3E',
      primaryColor: '#5B3FD6',
    },
    origin,
  );
  expect(look).toMatchObject({
    name: 'Central Aurora',
    logo: '/brand/logo.svg',
    icon: 'data:image/svg+xml,%3Csvg/%3E',
  });
  expect(look.rules?.[0]).toContain('--accent: #5b3fd6;');
  expect(look.rules).toHaveLength(2);
});

test.each<[string, Parameters<typeof brandOf>[0]]>([
  ['nothing', {}],
  ['nulls', { productName: null, logo: null, favicon: null, primaryColor: null }],
  ['empty texts', { productName: '  ', logo: '', favicon: '', primaryColor: '' }],
  ['other types', { productName: 5, logo: {}, favicon: true, primaryColor: ['#000000'] }],
  ['a word for a colour', { primaryColor: 'red' }],
  ['a short colour', { primaryColor: '#fff' }],
  ['a rule for a colour', { primaryColor: '#fff;} body{display:none}' }],
  ['a logo of another host', { logo: 'https://elsewhere.example/logo.svg' }],
  ['a logo of another host without scheme', { logo: '//elsewhere.example/logo.svg' }],
  ['a script for a logo', { logo: 'javascript:alert(1)' }],
  ['a page for an icon', { favicon: 'data:text/html,x' }],
  ['a name as long as a page', { productName: 'A'.repeat(41) }],
])('%s keeps the built-in brand [SHELL-056]', (_name, settings) => {
  expect(brandOf(settings, origin)).toEqual({});
});

beforeEach(() => {
  window.localStorage.setItem('workspace.brand', '{"name":"Antes"}');
});

test.each([
  ['refused', () => Promise.resolve(new Response('', { status: 503 })), '{"name":"Antes"}'],
  ['all built-in now', () => Promise.resolve(new Response('{"productName":null}')), null],
])('brand settings that are %s are stored as such', async (_name, answer, remembered) => {
  vi.stubGlobal('fetch', answer);
  await loadBrand('/api', origin);
  expect(window.localStorage.getItem('workspace.brand')).toBe(remembered);
});
