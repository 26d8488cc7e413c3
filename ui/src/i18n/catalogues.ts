// The words of the product, by language and area. Keys are area.component.text; every area has a file of the same name in every language.
import enChannels from './en/channels.json';
import enChat from './en/chat.json';
import enConnection from './en/connection.json';
import enContacts from './en/contacts.json';
import enJobs from './en/jobs.json';
import enNotifications from './en/notifications.json';
import enQualification from './en/qualification.json';
import enSession from './en/session.json';
import enShell from './en/shell.json';
import ptChannels from './pt-BR/channels.json';
import ptChat from './pt-BR/chat.json';
import ptConnection from './pt-BR/connection.json';
import ptContacts from './pt-BR/contacts.json';
import ptJobs from './pt-BR/jobs.json';
import ptNotifications from './pt-BR/notifications.json';
import ptQualification from './pt-BR/qualification.json';
import ptSession from './pt-BR/session.json';
import ptShell from './pt-BR/shell.json';
import type { Language } from './language';

export const portuguese = {
  channels: ptChannels,
  chat: ptChat,
  connection: ptConnection,
  contacts: ptContacts,
  jobs: ptJobs,
  notifications: ptNotifications,
  qualification: ptQualification,
  session: ptSession,
  shell: ptShell,
};

const english: typeof portuguese = {
  channels: enChannels,
  chat: enChat,
  connection: enConnection,
  contacts: enContacts,
  jobs: enJobs,
  notifications: enNotifications,
  qualification: enQualification,
  session: enSession,
  shell: enShell,
};

export const catalogues: Record<Language, typeof portuguese> = { 'pt-BR': portuguese, en: english };
