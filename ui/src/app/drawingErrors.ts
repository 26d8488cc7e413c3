// Reports errors of components. React does not pass on an error that a boundary caught, so it is thrown again from a
// task, where the error reporting catches it.
import type { RootOptions } from 'react-dom/client';

export const rootOptions: RootOptions = {
  onCaughtError: (error) => {
    setTimeout(() => {
      throw error;
    });
  },
};
