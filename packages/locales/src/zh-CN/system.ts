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
  organization: {
    tree: "组织结构",
    sections: { identity: "基本信息", place: "位置与围栏" },
    hints: {
      type: "决定其人员能看到哪些模具，保存后不能修改",
      radius: "模具离开此范围会产生位置异常预警，建议不小于 300 m",
      longitude: "WGS84，经度与纬度须同时填写",
    },
    emptyHint: "先登记主机厂、注塑厂与模具厂，模具和用户都归属于它们。",
  },
  role: {
    assign: "分配权限",
    assignTitle: (name: string) => `分配权限 · ${name}`,
    lead: "修改立即生效，已登录的用户会立刻看到变化。",
    screen: "功能",
    actions: { Q: "查询", A: "新增", M: "修改", D: "删除" },
    all: "全部",
    given: (given: number, of: number) => `${given} / ${of}`,
    takeOver: "照搬其他角色的权限",
    right: (screen: string, action: string) => `${screen}：${action}`,
    hints: {
      roleCode: "字母、数字、- 与 _，保存后不能修改",
      dataScope: "本组织数据：只看到用户所属组织的模具与计数器",
    },
    emptyHint: "为每类人员建立一个角色，再为角色分配权限。",
  },
};
