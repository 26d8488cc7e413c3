// The words of the public pages: what is read before anybody has signed in.
import connection from './connection.json';
import messages from './startMessages.json';
import session from './session.json';
import shell from './shell.json';

export default { ...messages, connection, session, shell };
