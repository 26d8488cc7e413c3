// The words of the workspace; they come with it. The messages that the documents name stand under their own keys.
import absence from './absence.json';
import channels from './channels.json';
import chat from './chat.json';
import contacts from './contacts.json';
import jobs from './jobs.json';
import messages from './messages.json';
import notifications from './notifications.json';
import pauses from './pauses.json';
import qualification from './qualification.json';

export default { ...messages, absence, channels, chat, contacts, jobs, notifications, pauses, qualification };
