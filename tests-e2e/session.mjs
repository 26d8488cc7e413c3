// A session as the workspace stores it in the browser (the token in localStorage, the agent in the local database), so that a test can
// begin signed in.

/** @typedef {{ token: string, identity: string }} Session */

/**
 * @param {string} authorization header of the answer to the sign-in
 * @param {{ agentId: string, org_unit_id: string, loginIdentifier: string }} reply its body
 * @returns {Session}
 */
export function sessionOf(authorization, reply) {
  const identity = {
    agent_id: reply.agentId,
    org_unit_id: reply.org_unit_id,
    login_identifier: reply.loginIdentifier,
    tracked: false,
  };
  return { token: authorization.replace('Bearer ', ''), identity: JSON.stringify(identity) };
}

/**
 * Runs in a document of the workspace's origin before the workspace is loaded; in the syntax of Chromium 71.
 * @param {Session} session
 * @returns {Promise<void>}
 */
export function keepSession({ token, identity }) {
  localStorage.setItem('workspace.token', token);
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('workspace', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('records');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('records', 'readwrite');
      transaction.objectStore('records').put(identity, 'authentication');
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
      transaction.onerror = () => reject(transaction.error);
    };
  });
}
