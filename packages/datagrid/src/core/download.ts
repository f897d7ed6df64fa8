/** Hands a file to the browser. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken the blob by the next task at the latest; a minute is generous.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
