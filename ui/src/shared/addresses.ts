// The addresses of the pages. The core knows paths below the base only.

export const basePath = '/new-agent';

/** A page of this product that links can lead to. */
export interface PageLink {
  href: string;
  /** Opens the page without reloading. */
  onOpen: () => void;
}

/** The address of a core's path, for links that can be opened in another tab. */
export function addressOf(path: string): string {
  return `${basePath}${path}`;
}

/** The supervisor's board, below the base. */
export const supervisorPath = '/supervisor';

export function attendanceAddress(protocol?: string): string {
  return addressOf(protocol === undefined ? attendancePath : `/attendance/${encodeURIComponent(protocol)}`);
}

/** The list of attendances, below the base. */
export const attendancePath = '/attendance';

/** The page of a contact, below the base. */
export function contactPath(id: string): string {
  return `/contact/${encodeURIComponent(id)}`;
}

export function contactAddress(id: string): string {
  return addressOf(contactPath(id));
}

/** The page of a company, below the base. */
export function companyPath(id: string): string {
  return `/employer/${encodeURIComponent(id)}`;
}

export function companyAddress(id: string): string {
  return addressOf(companyPath(id));
}

/** The history of all attendances, below the base. */
export const historyPath = '/history';

/** The agent's broadcasts, below the base. */
export const broadcastPath = '/broadcast';

/** Colleagues and internal calls, below the base. */
export const colleaguesPath = '/colleagues';

/** Contacts and companies in two tabs, below the base. */
export const contactsPath = '/contact-management';

/** Companies, below the base. */
export const companiesPath = '/employer-management';
