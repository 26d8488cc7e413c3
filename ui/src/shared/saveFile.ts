// Passes a file to the browser's downloads.

/** The browser reads the address only after the click. */
const addressLivesMs = 60_000;

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(address), addressLivesMs);
}
