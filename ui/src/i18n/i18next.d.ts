// Declares all keys, so that a misspelt key does not compile.
import type { portuguese } from './catalogues';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof portuguese };
  }
}
