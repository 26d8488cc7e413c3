// The operator's brand (white label): product name, logo, tab icon and accent colours. The stored brand is applied before the first paint, so that the
// built-in one does not flash; core/services/brandLook.ts validates the values.
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { showIcon } from '../ports/tabFace';

export interface Brand {
  name?: string;
  /** An address of this host, or a `data:` address. */
  logo?: string;
  icon?: string;
  /** One style rule per theme. */
  rules?: readonly string[];
}

const key = 'workspace.brand';
const builtIn: Brand = {};
let current: Brand = builtIn;
const listeners = new Set<() => void>();

export function applyBrand(brand: Brand): void {
  current = brand;
  if (brand.icon !== undefined) showIcon(brand.icon);
  const sheet = document.styleSheets[0];
  // The content security policy allows no style element; CSSOM rules are allowed.
  brand.rules?.forEach((rule) => sheet?.insertRule(rule, sheet.cssRules.length));
  listeners.forEach((listener) => listener());
}

export function applyStoredBrand(): void {
  try {
    const text = window.localStorage.getItem(key);
    if (text !== null) applyBrand(JSON.parse(text) as Brand);
  } catch {
    // The storage is blocked or its value is invalid: the built-in brand stays.
  }
}

export function rememberBrand(brand: Brand | null): void {
  try {
    if (brand === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify(brand));
  } catch {
    // The next visit to the page requests the brand again.
  }
}

export function useBrand(): Brand {
  return useSyncExternalStore(subscribe, () => current);
}

export function useProductName(): string {
  const { t } = useTranslation();
  return useBrand().name ?? t('shell.product.name');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
