/** Pictures that are part of a label (data URLs), by their URL. Most labels have the same pictures, such as a logo. */
const known = new Map<string, Promise<HTMLImageElement>>();
/** Maximum number of pictures that are kept. */
const most = 16;

async function decoded(href: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = href;
  await picture.decode();
  return picture;
}

/**
 * Decodes a picture. Keeps the last pictures that are part of a label, because each picture is needed twice for every
 * label: when the label is checked and when it is drawn.
 */
export function decodedPicture(href: string): Promise<HTMLImageElement> {
  if (!href.startsWith("data:")) return decoded(href);
  const found = known.get(href);
  if (found) return found;
  const made = decoded(href);
  if (known.size >= most) known.delete(known.keys().next().value ?? "");
  known.set(href, made);
  made.catch(() => known.delete(href));
  return made;
}
