// Sample data of a dialog for several attendances, for the gallery and the tests.
import type { BulkDialogView } from 'core-wasm';

export const bulkSample: BulkDialogView = {
  task: 'qualify',
  aim: 'qualify',
  stage: 'asked',
  items: [
    { protocol: 'P1', name: 'Paula Barreto', channel: 'chat', state: 'waiting' },
    { protocol: 'P2', name: 'Joaquim Medeiros', channel: 'whatsapp', state: 'waiting' },
  ],
  count: 2,
  doneBefore: 0,
  loading: false,
  loadFailed: false,
  options: [
    { id: '1', name: 'Dúvida › Senha' },
    { id: '2', name: 'Engano' },
  ],
  chosen: undefined,
  choiceNeeded: true,
  choiceError: undefined,
  observation: '',
  observationRequired: false,
  observationError: undefined,
  unanswered: 0,
  unsent: 0,
};
