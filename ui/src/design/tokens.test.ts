// Contrast of the tokens in both themes (WCAG 2.1: text 4.5, icons, control borders and focus 3). The pairs are those
// that the components use.
import { readFileSync } from 'node:fs';
import postcss from 'postcss';
import { describe, expect, test } from 'vitest';

type Theme = 'light' | 'dark';

const sheet = postcss.parse(readFileSync(`${__dirname}/tokens.css`, 'utf8'));

function tokensOf(theme: Theme): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  const selectors =
    theme === 'light' ? [':root', "[data-theme='light']"] : [':root', "[data-theme='light']", "[data-theme='dark']"];
  sheet.walkRules((rule) => {
    if (rule.parent?.type !== 'root' || !rule.selectors.some((selector) => selectors.includes(selector))) return;
    rule.walkDecls(/^--/, (declaration) => {
      tokens.set(declaration.prop, declaration.value);
    });
  });
  return tokens;
}

function colour(tokens: ReadonlyMap<string, string>, name: string): readonly [number, number, number] {
  const value = tokens.get(`--${name}`);
  if (value === undefined) throw new Error(`no token --${name}`);
  const reference = /^var\(--([\w-]+)\)$/.exec(value);
  if (reference?.[1] !== undefined) return colour(tokens, reference[1]);
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value);
  if (hex === null) throw new Error(`--${name} is no colour: ${value}`);
  return [hex[1], hex[2], hex[3]].map((part) => parseInt(part ?? '', 16)) as [number, number, number];
}

function luminance(rgb: readonly [number, number, number]): number {
  const [red, green, blue] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: readonly [number, number, number], second: readonly [number, number, number]): number {
  const [lighter, darker] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces = [
  'canvas',
  'surface',
  'surface-subtle',
  'surface-sunken',
  'surface-hover',
  'surface-selected',
  'surface-raised',
  'bubble-in',
];
const channels = ['whatsapp', 'voice', 'chat', 'instagram', 'email'];
const onto = (
  foregrounds: ReadonlyArray<string>,
  backgrounds: ReadonlyArray<string>,
): ReadonlyArray<[string, string]> =>
  foregrounds.flatMap((foreground) => backgrounds.map((background) => [foreground, background] as [string, string]));

const textPairs: ReadonlyArray<[string, string]> = [
  ...onto(['text', 'text-2', 'text-3'], surfaces),
  ...onto(['accent-text'], [...surfaces, 'accent-tint']),
  ...onto(['danger-text'], [...surfaces, 'danger-tint']),
  ...onto(['warning-text'], ['canvas', 'surface', 'surface-subtle', 'surface-selected', 'warning-tint']),
  ...onto(['success-text'], ['canvas', 'surface', 'surface-subtle', 'surface-selected', 'success-tint']),
  ...onto(['on-accent'], ['accent', 'accent-hover', 'accent-active', 'success', 'danger', 'danger-hover', ...channels]),
  ...onto(['text-inverse'], ['surface-inverse']),
  ...channels.flatMap((channel) =>
    onto(
      [`${channel}-text`],
      ['canvas', 'surface', 'surface-subtle', 'surface-hover', 'surface-selected', `${channel}-tint`],
    ),
  ),
  ...onto(
    ['text', 'text-2', 'text-3'],
    channels.map((channel) => `${channel}-tint`),
  ),
  ...onto(
    ['accent-text'],
    channels.map((channel) => `${channel}-tint`),
  ),
  ...onto(['text', 'text-3'], ['danger-tint', 'accent-tint']),
  ...onto(['text', 'text-2', 'text-3'], ['control-surface', 'field-surface', 'dialog-surface', 'composer-surface']),
  ...onto(['text', 'text-2'], ['track', 'track-on']),
];

const shapePairs: ReadonlyArray<[string, string]> = [
  ...onto(['border-control'], ['surface', 'surface-subtle', 'canvas', 'field-surface']),
  ...onto(['accent', 'status-available', 'status-busy', 'idle', 'warning-icon'], ['surface']),
  ...onto(['accent-text'], ['canvas', 'surface', 'surface-subtle', 'surface-selected']),
  ...channels.flatMap((channel) =>
    onto([`${channel}-icon`], ['canvas', 'surface', 'surface-subtle', 'surface-selected', `${channel}-tint`]),
  ),
  ...onto(['warning-icon'], ['warning-tint']),
  ...onto(['snack-ok', 'snack-error', 'snack-info'], ['surface-inverse']),
  ...onto(['on-accent'], ['badge-done']),
];

test('at least 150 pairs of each theme are checked', () => {
  expect(textPairs.length + shapePairs.length).toBeGreaterThanOrEqual(150);
});

describe.each(['light', 'dark'] as const)('the %s palette [SHELL-030]', (theme) => {
  const tokens = tokensOf(theme);
  const tooFaint = (pairs: ReadonlyArray<[string, string]>, least: number): ReadonlyArray<string> =>
    pairs
      .map(([foreground, background]) => ({
        pair: `${foreground} on ${background}`,
        ratio: contrast(colour(tokens, foreground), colour(tokens, background)),
      }))
      .filter(({ ratio }) => ratio < least)
      .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`);

  test('every text has a contrast of at least 4.5', () => {
    expect(tooFaint(textPairs, 4.5)).toEqual([]);
  });

  test('every icon, control border and focus ring has a contrast of at least 3', () => {
    expect(tooFaint(shapePairs, 3)).toEqual([]);
  });

  test('channels are green, purple and orange [SHELL-031]', () => {
    const [whatsapp, voice, chat] = ['whatsapp', 'voice', 'chat'].map((channel) => colour(tokens, `${channel}-icon`));
    expect(strongest(whatsapp)).toBe('green');
    expect(strongest(voice)).toBe('blue');
    expect(strongest(chat)).toBe('red');
  });
});

function strongest(rgb: readonly [number, number, number] | undefined): string {
  const [red, green, blue] = rgb ?? [0, 0, 0];
  const most = Math.max(red, green, blue);
  return most === green ? 'green' : most === blue ? 'blue' : 'red';
}
