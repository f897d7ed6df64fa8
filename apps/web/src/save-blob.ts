/** Starts a browser download that saves a blob as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Revokes the URL only after 10 s, because the browser still reads the blob after `click` has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
