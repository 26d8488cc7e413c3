import type { ParseKeys } from 'i18next';

/** A key of the catalogues, for tables that name a text. */
export type TextKey = ParseKeys;
