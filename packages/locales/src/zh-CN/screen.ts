/** Texts that lists, forms and details of all areas share. */
export const screen = {
  searchIn: "搜索字段",
  searchFor: (label: string) => `搜索${label}`,
  firstOf: (shown: string, total: string) => `仅显示前 ${shown} 条，共 ${total} 条`,
  /** Total of a long list, which may be an estimate. */
  aboutRows: (total: string) => `约 ${total} 条`,
  table: {
    edit: "表格编辑",
    close: "结束编辑",
    moved: "列表已被更改，未移动任何行",
  },
  empty: {
    title: (noun: string) => `还没有${noun}数据`,
  },
  form: {
    add: (noun: string) => `新增 · ${noun}`,
    edit: (key: string) => `编辑 ${key}`,
    /**
     * Labels of inputs in which the user picks a record by its name. The usual labels of these fields speak of a code
     * or id.
     */
    picked: { roleCode: "角色", orgId: "所属组织" },
    tooLong: (most: number) => `最多 ${most} 个字符`,
    tooSmall: (least: string) => `不能小于 ${least}`,
    tooLarge: (most: string) => `不能大于 ${most}`,
    tooPrecise: (decimals: number) => `最多 ${decimals} 位小数`,
    invalid: "格式不正确",
    notChosen: (text: string) => `未从列表中选择“${text}”`,
    onlyFirst: (count: string) => `仅列出前 ${count} 条，请输入文字查找其他内容`,
    lostTitle: "数据已被他人修改",
    lostBy: (user: string, time: string) => `在您编辑期间，${user} 于 ${time} 保存了修改。`,
    lostMine: (value: string) => `您改为“${value}”，载入后仍保留您的内容`,
    lostLead: "可以载入最新数据：您改过的内容会保留，确认后再保存。",
    lostReload: "载入最新数据",
    rebased: "已载入最新数据，您改过的内容已保留。请核对后再保存。",
    gone: "这条数据已被删除",
  },
  views: {
    title: "列表视图",
    standard: "默认视图",
    save: "保存当前视图",
    overwrite: (name: string) => `用当前筛选和列更新“${name}”`,
    overwritten: (name: string) => `视图“${name}”已保存`,
    shared: "已共享",
    sharedBy: (user: string) => `${user} 共享`,
    shareHint: "本公司同事可以看到此视图，每个人仍只看到自己有权查看的数据。",
  },
  detail: { now: "当前状况", record: "记录信息" },
  photos: {
    add: "添加照片",
    photo: (n: number) => `照片 ${n}`,
    remove: (n: number) => `移除照片 ${n}`,
  },
  history: {
    empty: "还没有变更记录",
  },
};
