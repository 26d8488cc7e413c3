// Reads, inside the page, the records that the page stores in its databases.
import type { Page } from '@playwright/test';

type DatabaseName = 'workspace' | 'workspace-unsent';

/** The stored records, each as a string. */
export const recordsOf = (page: Page, name: DatabaseName): Promise<string[]> => read(page, name, 'getAll');

/** The keys of the stored records. */
export const namesOfRecords = (page: Page, name: DatabaseName): Promise<string[]> => read(page, name, 'getAllKeys');

function read(page: Page, name: DatabaseName, what: 'getAll' | 'getAllKeys'): Promise<string[]> {
  return page.evaluate(
    ([database, query]) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.onerror = () => reject(opening.error ?? new Error('the database does not open'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('records').objectStore('records')[query]();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result as string[]);
          };
        };
      }),
    [name, what] as const,
  );
}
