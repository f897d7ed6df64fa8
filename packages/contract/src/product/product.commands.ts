import { defineImport, defineWireCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** The pictures of one place in their new order; those that are not named any more are taken away. */
export const arrangePictures = defineWireCommand<{ readonly COUNT: number }>()({
  type: "rf_ArrangePictures",
  access: right(menus.product, "M"),
  input: {
    goodsId: field.text(50, { required: true }),
    part: field.text(100, { wire: "OT_ID2", required: true }),
    fileIds: field.json<readonly string[]>(),
  },
});

export const importProducts = defineImport("rf_ImportProducts", menus.product);
