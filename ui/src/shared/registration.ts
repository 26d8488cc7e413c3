// The registration of the customer of one attendance, wherever it is missing. Its form belongs to an area that the areas which need it may not import: the
// application provides it.
import { createContext, type ComponentType } from 'react';

export interface RegistrationProps {
  protocol: string;
  /** The customer is registered, or the agent does not want to register now. */
  onEnd: (registered: boolean) => void;
}

/** Undefined where nobody can be registered. */
export const RegistrationContext = createContext<ComponentType<RegistrationProps> | undefined>(undefined);
