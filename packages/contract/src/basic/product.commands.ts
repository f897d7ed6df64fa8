import { defineCommand, field } from "../kernel/index.ts";

/** The pictures of one place in their new order; those that are not named any more are taken away. */
export const arrangePictures = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_ArrangePictures",
  right: { menu: "BS102", action: "M" },
  input: {
    goodsId: field.text(50, { required: true }),
    part: field.text(100, { wire: "OT_ID2", required: true }),
    fileIds: field.json<readonly string[]>(),
  },
});
