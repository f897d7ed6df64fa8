import { localPhotoOf } from "@shotkeeper/client/offline";

/**
 * Largest number of photos in a field. The field stores the photos' paths as a text of at most 500 characters, and nine
 * paths fit into this text.
 */
export const maxPhotos = 9;

/**
 * Splits a comma-separated list of photo paths. Leaves out every part that is neither the path of an uploaded file nor
 * the path of a photo that waits on this device.
 */
export function photoPaths(value: unknown): string[] {
  return typeof value === "string"
    ? value.split(",").filter((p) => /^\/files\/[\w-]+$/.test(p) || localPhotoOf(p) !== undefined)
    : [];
}
