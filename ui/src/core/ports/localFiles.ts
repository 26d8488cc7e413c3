// Files that the agent chose or recorded, by their addresses in this page. The policy of the page allows `blob:`
// addresses for pictures and sounds but not for requests, so a component that needs the bytes gets the file from this
// module.

const files = new Map<string, File>();

/** Returns an address of the file in this page; it is valid until it is released. */
export function addressOf(file: File): string {
  const address = URL.createObjectURL(file);
  files.set(address, file);
  return address;
}

/** Undefined for an address of the server or a released address. */
export function fileAt(address: string): File | undefined {
  return files.get(address);
}

export function releaseFile(address: string): void {
  if (files.delete(address)) URL.revokeObjectURL(address);
}

/** Called at the end of a session: the next agent of this page sees no file of this agent. */
export function releaseFiles(): void {
  [...files.keys()].forEach(releaseFile);
}
