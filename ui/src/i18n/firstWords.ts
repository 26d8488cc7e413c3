// The texts of the sign-in page in the default language, bundled with the page, so that most agents need no other
// file.
import connection from './pt-BR/connection.json';
import documents from './pt-BR/documents.json';
import session from './pt-BR/session.json';
import shell from './pt-BR/shell.json';

export const firstWords = { connection, documents, session, shell };
