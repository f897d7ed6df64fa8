/** Lets the browser download a file under the given name. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Revokes the URL only after a minute, because browsers read the blob after `click` has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
