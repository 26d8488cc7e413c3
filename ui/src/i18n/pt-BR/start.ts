// The words of the public pages: what is read before anybody has signed in.
import connection from './connection.json';
import session from './session.json';
import shell from './shell.json';

export default { connection, session, shell };
