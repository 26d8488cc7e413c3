// The registration of the customer of one attendance, wherever the registration is missing. Its form belongs to an area that the other areas may not
// import: the application provides it.
import { createContext, type ComponentType } from 'react';

export interface RegistrationProps {
  protocol: string;
  /** Called when the customer is registered, or the agent does not want to register now. */
  onEnd: (registered: boolean) => void;
}

/** Undefined if the agent cannot register contacts. */
export const RegistrationContext = createContext<ComponentType<RegistrationProps> | undefined>(undefined);
