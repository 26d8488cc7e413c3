// All texts, for types and tests; the page loads the bundles it needs (index.ts). Keys are area.component.text. A new area is one file in each language and
// its line here.
import absence from './pt-BR/absence.json';
import broadcastPage from './pt-BR/broadcastPage.json';
import broadcasts from './pt-BR/broadcasts.json';
import callSupervision from './pt-BR/callSupervision.json';
import channels from './pt-BR/channels.json';
import chat from './pt-BR/chat.json';
import churn from './pt-BR/churn.json';
import colleagues from './pt-BR/colleagues.json';
import connection from './pt-BR/connection.json';
import contactPage from './pt-BR/contactPage.json';
import contacts from './pt-BR/contacts.json';
import deadEffects from './pt-BR/deadEffects.json';
import documents from './pt-BR/documents.json';
import emoji from './pt-BR/emoji.json';
import fastTrigger from './pt-BR/fastTrigger.json';
import history from './pt-BR/history.json';
import imports from './pt-BR/imports.json';
import jobs from './pt-BR/jobs.json';
import media from './pt-BR/media.json';
import messageSearch from './pt-BR/messageSearch.json';
import notes from './pt-BR/notes.json';
import notifications from './pt-BR/notifications.json';
import palette from './pt-BR/palette.json';
import password from './pt-BR/password.json';
import pauses from './pt-BR/pauses.json';
import people from './pt-BR/people.json';
import qualification from './pt-BR/qualification.json';
import search from './pt-BR/search.json';
import secondFactor from './pt-BR/secondFactor.json';
import session from './pt-BR/session.json';
import shell from './pt-BR/shell.json';
import supervision from './pt-BR/supervision.json';
import tags from './pt-BR/tags.json';
import transfers from './pt-BR/transfers.json';
import voice from './pt-BR/voice.json';
import whatsapp from './pt-BR/whatsapp.json';
import type { Language } from './language';

export const portuguese = {
  absence,
  broadcastPage,
  broadcasts,
  callSupervision,
  channels,
  chat,
  churn,
  colleagues,
  connection,
  contactPage,
  contacts,
  deadEffects,
  documents,
  emoji,
  fastTrigger,
  history,
  imports,
  jobs,
  media,
  messageSearch,
  notes,
  notifications,
  palette,
  password,
  pauses,
  people,
  qualification,
  search,
  secondFactor,
  session,
  shell,
  supervision,
  tags,
  transfers,
  voice,
  whatsapp,
};

const englishFiles = import.meta.glob<object>(['./en/*.json', '!./en/boot.json'], { eager: true, import: 'default' });
/** A test compares its keys with the Portuguese ones. */
const english = Object.fromEntries(
  Object.entries(englishFiles).map(([path, words]) => [path.replace(/^.*\/|\.json$/g, ''), words]),
) as typeof portuguese;

export const catalogues: Record<Language, typeof portuguese> = { 'pt-BR': portuguese, en: english };
