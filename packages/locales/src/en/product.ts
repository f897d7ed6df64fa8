import type { Texts } from "../types.ts";
import type { product as model } from "../zh-CN/product.ts";

export const product: Texts<typeof model> = {
  sections: { identity: "Identity", price: "Price and stock" },
  hints: {
    lowStockQty: "Marked as low at or below this; empty: not watched",
    offShelf: "The shop does not show it any more",
  },
  emptyHint: "Add the first product; the shop sells what is on the shelf.",
  low: "Low stock",
  shelf: "In the shop",
  onSale: "On sale",
  off: "Off the shelf",
  prices: {
    action: "OEM prices",
    title: (name) => `OEM prices · ${name}`,
    lead: "An OEM without a price of its own pays the product's unit price.",
    add: "Add a price",
    empty: "No OEM prices yet",
  },
  pictures: {
    action: "Pictures",
    title: (name) => `Pictures · ${name}`,
    main: "Product pictures",
    introduction: "Introduction pictures",
    add: "Upload pictures",
    first: "First",
    earlier: "Move forward",
    later: "Move back",
    empty: "No pictures yet",
    emptyHint: "PNG, JPG, WebP or GIF; several at once.",
    broken: "The picture cannot be shown",
  },
};
