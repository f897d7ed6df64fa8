/** Texts of system administration: rights, settings and the log. */
export const system = {
  log: {
    allTargets: "全部对象",
    changed: "变更内容",
    emptyHint: "新增、修改、删除与登录会自动记录在这里，任何人都不能更改。",
    title: (action: string, target: string) => (action === target ? action : `${action} · ${target}`),
    nothing: "该记录没有字段变更",
    was: "变更前",
    is: "变更后",
    /** Names of objects in the system log that have no screen of their own. */
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
    actions: { Q: "查询", A: "新增", M: "修改", D: "删除", C: "更正计数", S: "报废" },
    all: "全部",
    given: (given: number, of: number) => `${given} / ${of}`,
    takeOver: "复制其他角色的权限",
    right: (screen: string, action: string) => `${screen}：${action}`,
    hints: {
      roleCode: "字母、数字、- 与 _，保存后不能修改",
      dataScope: "本组织数据：只看到用户所属组织的模具与计数器",
    },
    emptyHint: "为每类人员建立一个角色，再为角色分配权限。",
  },
  user: {
    sections: { person: "个人信息", access: "权限与归属" },
    hints: {
      userId: "登录时使用，字母、数字与 _ . @ -，保存后不能修改",
      roleCode: "决定能使用哪些功能；没有角色的用户登录后看不到任何功能",
      orgId: "角色的数据范围为“本组织数据”时必须选择，否则看不到任何模具",
      phone: "如 13800000000 或 +86 138 0000 0000",
    },
    online: (count: number) => (count > 1 ? `在线 ${count} 处` : "在线"),
    noPassword: "未设密码",
    notLoggedIn: "该用户当前没有登录",
    enable: "启用",
    disable: "停用",
    enablePrompt: "确定要启用该用户吗？",
    disablePrompt: "确定要停用该用户吗？其登录将立即失效。",
    forceOut: "强制下线",
    forceOutPrompt: "确定要让该用户立即下线吗？",
    resetPassword: "重置密码",
    passwordTitle: (user: string) => `重置密码 · ${user}`,
    passwordLead: "将生成新密码，该用户的所有登录立即失效，密码锁定也会解除。",
    firstPasswordTitle: (user: string) => `设置密码 · ${user}`,
    firstPasswordLead: "用户已新增。生成密码后，该用户才能登录。",
    makePassword: "生成密码",
    later: "稍后",
    copy: "复制密码",
    once: "密码只显示这一次，请立即转告用户，并请其登录后修改。",
    noted: "完成",
    emptyHint: "新增用户，选择角色与所属组织，再生成密码。",
  },
  parameter: {
    known: "预警与保养",
    all: "全部参数",
    isStandard: "默认值",
    byCounter: "2 个上报间隔",
    putBack: "恢复默认值",
    idHint: "如 WARN_IDLE_L1；保存后不能修改",
    emptyHint: "这里列出所有已设置的参数，也可以新增自定义参数。",
    standard: (value: string) => `默认 ${value}`,
    range: (least: string, most: string) => `${least} 至 ${most}`,
    bytes: (used: number, most: number) => `${used} / ${most} 字节`,
    groups: {
      battery: "低电量",
      cycle: "成型周期",
      idle: "模具闲置",
      signal: "信号",
      counter: "计数器",
      maintenance: "日常保养",
      shop: "商城",
      security: "安全",
      indicator: "运营指标",
    },
    /** Name and effect of each system parameter. The keys are the parameters' ids. */
    words: {
      WARN_BATTERY_LOW: {
        name: "低电量",
        effect: "电量降到此值及以下时，产生低电量提醒。",
      },
      WARN_BATTERY_URGENT: {
        name: "低电量（紧急）",
        effect: "电量降到此值及以下时，低电量预警升级为紧急。须小于低电量。",
      },
      WARN_BATTERY_CLEAR: {
        name: "电量恢复",
        effect: "换电池后电量回到此值及以上，低电量预警自动关闭。须大于低电量。",
      },
      WARN_CYCLE_L1: {
        name: "周期偏差（提醒）",
        effect: "周期偏离标准超过此比例时提醒。模具自己的周期公差优先。",
      },
      WARN_CYCLE_L2: {
        name: "周期偏差（紧急）",
        effect: "周期偏离标准超过此比例时升级为紧急。须大于提醒值。",
      },
      WARN_IDLE_L1: {
        name: "闲置（提醒）",
        effect: "在用模具连续这么久没有生产时提醒。",
      },
      WARN_IDLE_L2: {
        name: "闲置（紧急）",
        effect: "在用模具连续这么久没有生产时升级为紧急。须大于提醒值。",
      },
      WARN_SILENT: {
        name: "失联",
        effect: "计数器这么久没有上报时提醒。未设置时为各计数器上报间隔的 2 倍。",
      },
      WARN_OFFLINE: {
        name: "离线",
        effect: "计数器这么久没有上报时视为离线，升级为紧急。须长于“失联”。",
      },
      WARN_RSSI: {
        name: "信号弱",
        effect: "最近 5 次上报中有 3 次信号不高于此值时，产生信号弱预警。",
      },
      WARN_UNBOUND: {
        name: "未绑定",
        effect: "有效的计数器这么久没有绑定模具时提醒。",
      },
      WARN_VALIDITY: {
        name: "流量到期",
        effect: "计数器有效期剩余不足这么久时提醒。",
      },
      COUNTER_AUDIT: {
        name: "登记与更换审核",
        effect: "设为 1 时，新登记的计数器与更换申请须经另一用户审核后生效；设为 0 时立即生效。",
      },
      AVAILABLE_HOURS: {
        name: "每日可用时长",
        effect: "每副模具每天可用于生产的小时数，稼动率以此为分母。",
      },
      KPI_SET_COUNT: {
        name: "套数达成率目标",
        effect: "低于此值显示为未达标。",
      },
      KPI_CYCLE: {
        name: "周期达成率目标",
        effect: "低于此值显示为未达标。",
      },
      KPI_RETURNS: {
        name: "返厂次数上限",
        effect: "每百副模具 30 天内返厂超过此次数显示为未达标。",
      },
      KPI_UTILIZATION: {
        name: "模具稼动率目标",
        effect: "低于此值显示为未达标。",
      },
      KPI_IDLE: {
        name: "模具闲置率上限",
        effect: "高于此值显示为未达标。",
      },
      KPI_MOVES: {
        name: "位置变更次数上限",
        effect: "每百副模具 30 天内变更超过此次数显示为未达标。",
      },
      MAINTAIN_TIMES: {
        name: "保养延期次数上限",
        effect: "一个日常保养任务最多可延期几次，超过后只能保养。对之后生成的任务生效。",
      },
      MAINTAIN_DEFER_DAYS: {
        name: "保养延期最长天数",
        effect: "每次延期最多推迟多少天，自办理延期之日起算。",
      },
      ONE_PERSON_STEPS: {
        name: "单人组织可自行审核",
        effect:
          "设为 1 时，只有一名用户的组织可由同一人复核、审核或确认，并记入日志；设为 0 时必须由另一人办理。",
      },
      SHOP_OPEN: {
        name: "商城对访客开放",
        effect: "设为 1 时，未登录的访客可浏览商品与公开价格；设为 0 时须先登录。",
      },
      SHOP_FREE_AMOUNT: { name: "包邮金额", effect: "商品总额达到该金额时免运费，并按合同结算。" },
      SHOP_FREE_QTY: {
        name: "电池配件包邮数量",
        effect: "只购买电池配件（DC001、DC002）时，达到该数量免运费。",
      },
      SHOP_POSTAGE_CITY: { name: "佛山运费", effect: "收货城市为佛山时的运费。" },
      SHOP_POSTAGE_PROVINCE: { name: "广东运费", effect: "收货省份为广东（佛山除外）时的运费。" },
      SHOP_POSTAGE_ELSEWHERE: { name: "其他地区运费", effect: "其他地区的运费。" },
      PASSWORD_MIN_LENGTH: { name: "密码最短长度", effect: "用户设置的密码至少需要这么多个字符。" },
    },
  },
  dictionary: {
    dictionary: "字典",
    dictionaries: "字典列表",
    addItem: "新增字典项",
    noItems: "该字典还没有字典项",
    noItemsHint: "字典项会出现在各表单的下拉选项中。",
    hasItems: "请先删除其中的字典项",
    removePrompt: "确定要删除该字典吗？",
    emptyHint: "字典用于统一各处可选的内容，如模具类型、缺陷现象。",
    codeHint: "程序按编码取用，保存后不能修改",
  },
  coding: {
    sections: { document: "单据", number: "编号" },
    preview: "预览",
    hints: {
      docId: "保存后不能修改，程序按它取号",
      serialDigits: "位数不够时将无法取号，请留有余量",
    },
    emptyHint: "为每种单据规定编号的组成。编号不会重复，也不会倒退。",
  },
};
