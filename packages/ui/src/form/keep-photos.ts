import { type Client, isUnreachable } from "@shotkeeper/client";

/** Size above which a photo is reduced before it is stored or uploaded, bytes. */
const largestBytes = 10 * 1024 * 1024;
/** Longest side of a reduced photo, px. */
const longestSide = 4096;
const quality = 0.85;

/**
 * Reduces a photo that is too large for an upload over a weak connection. `before` is the former size in bytes.
 * `before` is undefined if the photo is unchanged: it is small enough, or the browser cannot read it.
 */
export async function reducePhoto(file: File): Promise<{ readonly file: File; readonly before?: number }> {
  if (file.size <= largestBytes) return { file };
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (!blob || blob.size >= file.size) return { file };
    const name = `${file.name.replace(/\.\w+$/, "")}.jpg`;
    return { file: new File([blob], name, { type: blob.type }), before: file.size };
  } catch {
    return { file };
  }
}

interface Owner {
  readonly ownerTable: string;
  readonly ownerId: string;
}

/**
 * Uploads photos. Without a connection, stores the photos on this device if `canWait` is true, that is, if the write
 * with the paths of these photos can also wait on this device. Returns the paths of the photos.
 */
export async function keepOrUpload(
  client: Client,
  files: readonly File[],
  owner: Owner,
  canWait: boolean,
): Promise<readonly string[]> {
  const offline = canWait ? client.offline : undefined;
  if (offline && !offline.outbox.getState().isReachable) return keep();
  try {
    return (await client.upload(files, owner)).map((r) => r.filePath ?? "");
  } catch (error) {
    if (!isUnreachable(error) || !offline) throw error;
    offline.outbox.noteConnection(false);
    return keep();
  }
  async function keep(): Promise<readonly string[]> {
    const paths: string[] = [];
    for (const file of files) paths.push((await offline?.keepPhoto(file, file.name, owner)) ?? "");
    return paths;
  }
}
