/** Labels of the menus and fields in packages/contract/src/board. */
export const boardLabels = {
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
