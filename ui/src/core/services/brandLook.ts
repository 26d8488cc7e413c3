// From the operator's settings (GET /white-label/settings, SHELL-056) to a valid brand: a value of another form is ignored, and the accent
// keeps its contrast in both themes whatever colour was requested (design: ui §2).
import { applyBrand, rememberBrand, type Brand } from '../page/brand';

interface Settings {
  productName?: unknown;
  logo?: unknown;
  favicon?: unknown;
  primaryColor?: unknown;
}

type Color = readonly [number, number, number];

const longestName = 40;
const readable = 4.5;
const visible = 3;
const white: Color = [255, 255, 255];
/** --surface and --surface-selected of the dark theme. */
const darkSurface: Color = [0x14, 0x17, 0x1c];
const darkSelected: Color = [0x20, 0x25, 0x2e];

/** Applies and stores the operator's brand; if the request fails the current brand stays. */
export async function loadBrand(apiBase: string, origin: string): Promise<void> {
  const answer = await fetch(`${apiBase}/white-label/settings`);
  if (!answer.ok) return;
  const brand = brandOf((await answer.json()) as Settings, origin);
  const isBuiltIn = Object.keys(brand).length === 0;
  if (!isBuiltIn) applyBrand(brand);
  rememberBrand(isBuiltIn ? null : brand);
}

export function brandOf({ productName, logo, favicon, primaryColor }: Settings, origin: string): Brand {
  const name = typeof productName === 'string' ? productName.trim() : '';
  const color = colorOf(primaryColor);
  return {
    ...(name !== '' && name.length <= longestName ? { name } : {}),
    ...(isAllowedImage(logo, origin) ? { logo } : {}),
    ...(isAllowedImage(favicon, origin) ? { icon: favicon } : {}),
    ...(color === undefined ? {} : { rules: [ruleOf('light', lightAccent(color)), ruleOf('dark', darkAccent(color))] }),
  };
}

/** From this host or a data: address: the content security policy allows no other. */
function isAllowedImage(address: unknown, origin: string): address is string {
  if (typeof address !== 'string' || address === '') return false;
  if (/^data:image\/[a-z+]+[;,]/.test(address)) return true;
  try {
    return new URL(address, origin).origin === origin;
  } catch {
    return false;
  }
}

function colorOf(text: unknown): Color | undefined {
  const digits = typeof text === 'string' ? /^#([0-9a-f]{6})$/i.exec(text)?.[1] : undefined;
  if (digits === undefined) return undefined;
  const part = (at: number): number => parseInt(digits.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

type Accent = Record<
  'accent' | 'accent-hover' | 'accent-active' | 'accent-text' | 'accent-tint' | 'accent-line',
  Color
>;

/** White text on the accent and accent text on its tint keep a readable contrast. */
export function lightAccent(color: Color): Accent {
  const accent = until(color, darker, (tried) => contrast(tried, white) >= readable);
  const tint = mix(white, accent, 0.1);
  return {
    accent,
    'accent-hover': mix(accent, [0, 0, 0], 0.1),
    'accent-active': mix(accent, [0, 0, 0], 0.22),
    'accent-text': until(accent, darker, (tried) => contrast(tried, tint) >= readable),
    'accent-tint': tint,
    'accent-line': mix(white, accent, 0.32),
  };
}

export function darkAccent(color: Color): Accent {
  const onWhite = until(color, darker, (tried) => contrast(tried, white) >= readable);
  const accent = until(onWhite, lighter, (tried) => contrast(tried, darkSurface) >= visible);
  const tint = mix(darkSurface, accent, 0.18);
  return {
    accent,
    'accent-hover': mix(accent, [0, 0, 0], 0.08),
    'accent-active': mix(accent, [0, 0, 0], 0.16),
    'accent-text': until(
      accent,
      lighter,
      (tried) => contrast(tried, tint) >= readable && contrast(tried, darkSelected) >= readable,
    ),
    'accent-tint': tint,
    'accent-line': mix(darkSurface, accent, 0.42),
  };
}

function ruleOf(theme: 'light' | 'dark', accent: Accent): string {
  const values = Object.entries(accent).map(([name, color]) => `--${name}: ${hex(color)};`);
  return `html[data-theme='${theme}'] { ${values.join(' ')} }`;
}

export function hex(color: Color): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Repeats the step, 4 % each, until the color passes. */
function until(color: Color, step: (color: Color) => Color, enough: (color: Color) => boolean): Color {
  let tried = color;
  for (let steps = 0; steps < 100 && !enough(tried); steps += 1) tried = step(tried);
  return tried;
}

const darker = (color: Color): Color => mix(color, [0, 0, 0], 0.04);
const lighter = (color: Color): Color => mix(color, white, 0.04);

/** Rounded, so that the contrast is measured on the color that is shown. */
function mix(one: Color, other: Color, share: number): Color {
  const part = (at: 0 | 1 | 2): number => Math.round(one[at] + (other[at] - one[at]) * share);
  return [part(0), part(1), part(2)];
}

/** The contrast ratio of WCAG 2.2. */
export function contrast(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
