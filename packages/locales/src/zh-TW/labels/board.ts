/** Labels of the menus and fields in packages/contract/src/board. */
export const boardLabels = {
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
