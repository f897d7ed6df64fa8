/** Saves content as a file through the browser's download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Revoked late, because the browser reads the blob after `click` has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
