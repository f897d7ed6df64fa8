/** System administration: who may do what, and what was done. */
export const system = {
  log: {
    allTargets: "全部对象",
    changed: "变更内容",
    emptyHint: "新增、修改、删除与登录会自动记录在这里，任何人都不能更改。",
    title: (action: string, target: string) => `${action} · ${target}`,
    nothing: "该记录没有字段变更",
    was: "变更前",
    is: "变更后",
    /** What is no screen of its own. */
    targets: { session: "登录", SYS_DICT_ITEM: "字典项", QUARANTINE: "隔离读数" },
  },
};
