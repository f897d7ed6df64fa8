import type { Texts } from "../types.ts";
import type { product as model } from "../zh-CN/product.ts";

export const product: Texts<typeof model> = {
  sections: { identity: "Identity", price: "Price and stock", translations: "Texts in other languages" },
  hints: {
    lowStockQty: "Stock at or below this is marked as low. Empty: never",
    offShelf: "Hides the product in the shop",
  },
  emptyHint: "Add the first product. The shop sells products that are on sale.",
  low: "Low stock",
  shelf: "In the shop",
  onSale: "On sale",
  off: "Off sale",
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
    emptyHint: "PNG, JPG, WebP or GIF. You can choose several files.",
    broken: "The picture cannot be shown",
  },
};
