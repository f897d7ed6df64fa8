/** Labels of the menus and fields in packages/contract/src/board. */
export const en = {
  menus: {
    dashboardSection: "Dashboard",
    workplace: "Workplace",
    boardSection: "Boards",
    plantBoard: "Injection plant board",
    makerBoard: "Mold factory board",
    projectBoard: "Project board",
    keyProjectBoard: "Key project monitoring board",
  },
  fields: {
    boardPage: "Board page",
  },
};

export const zhCN: typeof en = {
  menus: {
    dashboardSection: "仪表盘",
    workplace: "工作台",
    boardSection: "看板中心",
    plantBoard: "注塑厂看板",
    makerBoard: "模具厂看板",
    projectBoard: "项目看板",
    keyProjectBoard: "重点项目监控看板",
  },
  fields: {
    boardPage: "页",
  },
};

export const zhTW: typeof en = {
  menus: {
    dashboardSection: "儀表板",
    workplace: "工作台",
    boardSection: "看板中心",
    plantBoard: "射出廠看板",
    makerBoard: "模具廠看板",
    projectBoard: "專案看板",
    keyProjectBoard: "重點專案監控看板",
  },
  fields: {
    boardPage: "頁",
  },
};
