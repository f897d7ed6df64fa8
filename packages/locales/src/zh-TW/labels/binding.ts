/** Labels of the menus and fields in packages/contract/src/binding. */
export const bindingLabels = {
  menus: {
    binding: "計數器綁定",
  },
  fields: {
    writerId: "計數器編號",
    shots: "模次",
    bindingId: "綁定編號",
    bindId: "綁定編號",
    boundAt: "綁定時間",
    boundCount: "綁定時讀數",
    boundBy: "綁定者",
    unboundAt: "解除時間",
    unboundCount: "解除時讀數",
    unboundBy: "解除者",
    bindTime: "綁定時間",
    bindCount: "綁定時讀數",
    unbindTime: "解除時間",
    unbindCount: "解除時讀數",
    active: "綁定中",
  },
};
