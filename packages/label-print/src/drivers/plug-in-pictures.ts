import type { ImageItem, Item, Page } from "../model/page.ts";

async function loaded(href: string): Promise<HTMLImageElement> {
  const picture = new Image();
  // Requests the picture with CORS permission, because otherwise the page cannot read the pixels. If the permission is
  // refused, the plug-in rotates the picture itself.
  if (!href.startsWith("data:")) picture.crossOrigin = "anonymous";
  picture.src = href;
  await picture.decode();
  return picture;
}

/**
 * Returns the picture as it should appear on the label: rotated, faded, and centred if it keeps its aspect ratio. The
 * plug-in cannot do this: its versions rotate around different points, and none supports opacity.
 */
async function upright(item: ImageItem): Promise<ImageItem> {
  const asItIs = item.rotation === 0 && item.opacity >= 1;
  if (asItIs && item.stretch) return item;
  try {
    const picture = await loaded(item.href);
    const swaps = item.rotation === 1 || item.rotation === 2;
    const { naturalWidth: w, naturalHeight: h } = picture;
    const [across, down] = swaps ? [h, w] : [w, h];
    const zoom = Math.min(item.width / across, item.height / down);
    const [width, height] = item.stretch ? [item.width, item.height] : [across * zoom, down * zoom];
    const left = item.left + (item.width - width) / 2;
    const top = item.top + (item.height - height) / 2;
    const placed = { ...item, left, top, width, height, stretch: true };
    if (asItIs) return placed;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [across, down];
    const context = canvas.getContext("2d");
    if (!context) return item;
    context.translate(across / 2, down / 2);
    context.rotate({ 0: 0, 1: -Math.PI / 2, 2: Math.PI / 2, 3: Math.PI }[item.rotation]);
    context.globalAlpha = item.opacity;
    context.drawImage(picture, -w / 2, -h / 2);
    return { ...placed, href: canvas.toDataURL("image/png"), rotation: 0, opacity: 1 };
  } catch {
    // Gives the plug-in the original picture if the page cannot load it, because the plug-in may be able to load it.
    return item;
  }
}

export async function withUprightPictures(page: Page): Promise<Page> {
  if (!page.items.some((i) => i.kind === "image")) return page;
  const items = await Promise.all(
    page.items.map(async (i): Promise<Item> => (i.kind === "image" ? upright(i) : i)),
  );
  return { ...page, items };
}
