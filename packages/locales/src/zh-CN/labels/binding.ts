/** Labels of the menus and fields in packages/contract/src/binding. */
export const bindingLabels = {
  menus: {
    binding: "计数器绑定",
  },
  fields: {
    writerId: "计数器编号",
    shots: "模次",
    bindingId: "绑定编号",
    bindId: "绑定编号",
    boundAt: "绑定时间",
    boundCount: "绑定时读数",
    boundBy: "绑定人",
    unboundAt: "解绑时间",
    unboundCount: "解绑时读数",
    unboundBy: "解绑人",
    bindTime: "绑定时间",
    bindCount: "绑定时读数",
    unbindTime: "解绑时间",
    unbindCount: "解绑时读数",
    stoppedAt: "旧计数器停止时间",
    oldCount: "旧计数器最后读数",
    newCount: "新计数器起始读数",
    addMissed: "补记估算的漏计模次",
    active: "绑定中",
  },
};
