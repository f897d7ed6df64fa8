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
    boundBy: "綁定人",
    unboundAt: "解綁時間",
    unboundCount: "解綁時讀數",
    unboundBy: "解綁人",
    bindTime: "綁定時間",
    bindCount: "綁定時讀數",
    unbindTime: "解綁時間",
    unbindCount: "解綁時讀數",
    stoppedAt: "舊計數器停止時間",
    oldCount: "舊計數器最後讀數",
    newCount: "新計數器起始讀數",
    addMissed: "補記估算的漏計模次",
    active: "綁定中",
  },
};
