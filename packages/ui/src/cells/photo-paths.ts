/**
 * Largest number of photos in a field. The field stores the photos' paths as a text of at most 500 characters, and nine
 * paths fit into this text.
 */
export const maxPhotos = 9;

/** Splits a comma-separated list of photo paths. Leaves out every part that is not the path of an uploaded file. */
export function photoPaths(value: unknown): string[] {
  return typeof value === "string" ? value.split(",").filter((p) => /^\/files\/[\w-]+$/.test(p)) : [];
}
