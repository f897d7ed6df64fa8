import { defineCommand, defineImport, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { product } from "./product.entity.ts";

/**
 * Sets the order of a product's pictures at one place of the shop (`productPicture`). Removes pictures that the input
 * does not name. Returns the number of pictures that were arranged or removed.
 */
export const arrangePictures = defineCommand({
  type: "rf_ArrangePictures",
  access: right(menus.product, "M", { only: ["staff"] }),
  input: {
    goodsId: field.text(50, { required: true }),
    part: field.text(100, { wire: "OT_ID2", required: true }),
    fileIds: field.json<readonly string[]>({ list: "text" }),
  },
  output: { count: field.int({ required: true }) },
});

export const importProducts = defineImport("rf_ImportProducts", product);
