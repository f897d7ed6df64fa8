/** Largest number of photos in a field. Nine paths fit into a text field of 500 characters. */
export const maxPhotos = 9;

/** Splits a comma-separated list of photo paths. Leaves out everything that is not the path of an uploaded file. */
export function photoPaths(value: unknown): string[] {
  return typeof value === "string" ? value.split(",").filter((p) => /^\/files\/[\w-]+$/.test(p)) : [];
}
