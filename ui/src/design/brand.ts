// The operator's look (white label): name, logo, icon of the tab and accent. What was worn last time is put on before the first paint, so that the
// built-in look does not flash; which values may be worn is decided where they arrive (core/services/brandLook.ts).
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { showIcon } from '../core/ports/tabFace';

export interface Brand {
  name?: string;
  /** Of this host, or a `data:` address. */
  logo?: string;
  icon?: string;
  /** One rule of the style sheet per theme. */
  rules?: readonly string[];
}

const key = 'workspace.brand';
const builtIn: Brand = {};
let worn: Brand = builtIn;
const listeners = new Set<() => void>();

export function wear(brand: Brand): void {
  worn = brand;
  if (brand.icon !== undefined) showIcon(brand.icon);
  const sheet = document.styleSheets[0];
  // Through the object model: the policy allows no style element.
  brand.rules?.forEach((rule) => sheet?.insertRule(rule, sheet.cssRules.length));
  listeners.forEach((listener) => listener());
}

export function wearRemembered(): void {
  try {
    const text = window.localStorage.getItem(key);
    if (text !== null) wear(JSON.parse(text) as Brand);
  } catch {
    // Storage is blocked or holds something else: the built-in look.
  }
}

export function rememberBrand(brand: Brand | null): void {
  try {
    if (brand === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify(brand));
  } catch {
    // Next time it is asked for again.
  }
}

export function useBrand(): Brand {
  return useSyncExternalStore(subscribe, () => worn);
}

export function useProductName(): string {
  const { t } = useTranslation();
  return useBrand().name ?? t('shell.product.name');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
