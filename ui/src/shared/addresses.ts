// The addresses of the pages. The core knows paths below the base only.

export const basePath = '/new-agent';

/** The address of a path of the core, for links that can be opened in another tab. */
export function addressOf(path: string): string {
  return `${basePath}${path}`;
}

/** The supervisor's board, below the base. */
export const supervisorPath = '/supervisor';

export function attendanceAddress(protocol?: string): string {
  return addressOf(protocol === undefined ? '/attendance' : `/attendance/${encodeURIComponent(protocol)}`);
}
