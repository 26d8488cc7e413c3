// What React does with errors of components. An error that a boundary caught reaches only React, so it is thrown again
// from a task, where the error reporting finds it.
import type { RootOptions } from 'react-dom/client';

export const rootOptions: RootOptions = {
  onCaughtError: (error) => {
    setTimeout(() => {
      throw error;
    });
  },
};
