/** Labels of the menus and fields in packages/contract/src/board. */
export const boardLabels = {
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
