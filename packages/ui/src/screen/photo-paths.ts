/** So many fit into the field that names them. */
export const mostPhotos = 9;

/** A field names its pictures by their paths with commas between; anything else in it is no picture of ours. */
export function photoPaths(value: unknown): string[] {
  return typeof value === "string" ? value.split(",").filter((p) => /^\/files\/[\w-]+$/.test(p)) : [];
}
