/** Hands content to the browser as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download holds on to what it saves.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
