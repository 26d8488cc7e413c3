// The registration of a customer, for the areas that may not import the contacts. It is loaded when it is first
// rendered.
import { lazyArea } from '../../design/lazyArea';

export const registration = lazyArea(() => import('../../areas/contacts/RegistrationContainer'), {
  component: 'RegistrationContainer',
  words: [],
});
