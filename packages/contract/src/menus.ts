import type { MenuIconName } from "./menu-icons.ts";

export { type MenuIconName, menuIcons } from "./menu-icons.ts";

/** All sections and screens by name, with their MENU_ID on the wire (spec admin §6). */
export const menus = {
  dashboardSection: "DB",
  workplace: "DB101",
  basicSection: "BS",
  mold: "BS101",
  product: "BS102",
  customer: "BS103",
  binding: "BS104",
  supplier: "BS105",
  manufacturer: "BS106",
  device: "BS107",
  mounting: "BS108",
  orderSection: "PO",
  productionOrder: "PO101",
  productionStatus: "PO102",
  productionCycle: "PO103",
  productionOutput: "PO104",
  maintenanceSection: "MT",
  dailyMaintenance: "MT101",
  majorMaintenance: "MT102",
  maintenanceCalendar: "MT103",
  repairAnalysis: "MT104",
  inspectionSection: "IN",
  inspectionIssue: "IN101",
  inspectionClosing: "IN102",
  warningSection: "WA",
  allWarnings: "WA100",
  batteryWarnings: "WA101",
  removalWarnings: "WA102",
  cycleWarnings: "WA103",
  positionWarnings: "WA104",
  signalWarnings: "WA105",
  idleWarnings: "WA106",
  unboundWarnings: "WA107",
  inventorySection: "IV",
  automaticInventory: "IV101",
  inventoryCounting: "IV102",
  inventoryHistory: "IV103",
  trialSection: "TR",
  oldMoldTrial: "TR101",
  newMoldSection: "NM",
  newMoldT0: "NM101",
  newMoldTrial: "NM102",
  newMoldQuality: "NM107",
  newMoldHandover: "NM103",
  newMoldAchievement: "NM104",
  newMoldAcceptance: "NM105",
  newMoldModification: "NM106",
  salesSection: "OR",
  salesOrder: "OR100",
  salesVoucher: "OR101",
  salesStatement: "OR103",
  salesInvoice: "OR102",
  salesStock: "OR104",
  salesReturn: "OR105",
  salesApplication: "OR106",
  salesPayee: "OR109",
  shop: "BS114",
  indicatorSection: "KP",
  setCountIndicator: "KP101",
  cycleIndicator: "KP102",
  returnsIndicator: "KP103",
  utilizationIndicator: "KP104",
  idleIndicator: "KP105",
  movesIndicator: "KP106",
  boardSection: "KB",
  plantBoard: "KB101",
  makerBoard: "KB102",
  projectBoard: "KB103",
  keyProjectBoard: "KB104",
  counterSection: "CT",
  counterRegistration: "CT101",
  counterLog: "CT102",
  quarantine: "CT103",
  gateway: "CT104",
  connector: "CT105",
  systemSection: "SYS",
  shell: "SYS100",
  user: "SYS101",
  role: "SYS102",
  dictionary: "SYS103",
  menu: "SYS104",
  organization: "SYS105",
  script: "SYS106",
  systemLog: "SYS107",
  notice: "SYS108",
  tenant: "SYS109",
  clientPackage: "SYS111",
  documentRule: "SYS110",
  apiKey: "SYS112",
  dataOut: "SYS113",
  parameter: "BS109",
} as const;

export type MenuName = keyof typeof menus;
export type MenuId = (typeof menus)[MenuName];

const names = new Map<string, MenuName>(Object.entries(menus).map(([name, id]) => [id, name as MenuName]));

/** Returns the name in `menus` of a MENU_ID from the wire. Returns undefined for an unknown id. */
export function menuName(id: string): MenuName | undefined {
  return names.get(id);
}

/**
 * A screen or a section of the menu. The server sends only the entries that the user may see. The labels are in
 * packages/locales.
 */
export interface MenuDef {
  readonly id: MenuId;
  /** Route after the `#` of the address. Sections have no route. */
  readonly path?: string;
  readonly icon: MenuIconName;
  readonly children?: readonly MenuDef[];
  /** Rights that the screen uses in addition to Q. Roles cannot grant any other right on the screen. */
  readonly actions?: readonly ("A" | "M" | "D" | "C" | "S")[];
}

/** The default menu: sections with their screens, in order. Tenants can change their menu, see menu.rules.ts. */
export const menuTree: readonly MenuDef[] = [
  {
    id: menus.dashboardSection,
    icon: "dashboard",
    children: [{ id: menus.workplace, path: "/dashboard/workplace", icon: "home" }],
  },
  {
    id: menus.basicSection,
    icon: "appstore",
    children: [
      { id: menus.mold, path: "/basic/mold", icon: "mold", actions: ["A", "M", "D", "C", "S"] },
      { id: menus.product, path: "/basic/product", icon: "inbox", actions: ["A", "M", "D"] },
      { id: menus.customer, path: "/basic/customer", icon: "user", actions: ["A", "M", "D"] },
      { id: menus.binding, path: "/basic/binding", icon: "link", actions: ["A", "M"] },
      { id: menus.supplier, path: "/basic/supplier", icon: "apartment", actions: ["A", "M", "D"] },
      { id: menus.manufacturer, path: "/basic/manufacturer", icon: "tool", actions: ["A", "M", "D"] },
      { id: menus.device, path: "/basic/device", icon: "setting", actions: ["A", "M", "D"] },
      { id: menus.mounting, path: "/basic/mounting", icon: "link", actions: ["A", "M"] },
    ],
  },
  {
    id: menus.orderSection,
    icon: "fileText",
    children: [
      { id: menus.productionOrder, path: "/order/production", icon: "fileText", actions: ["A", "M", "D"] },
      { id: menus.productionStatus, path: "/order/status", icon: "activity" },
      { id: menus.productionCycle, path: "/order/cycle", icon: "lineChart" },
      { id: menus.productionOutput, path: "/order/output", icon: "fundScreen" },
    ],
  },
  {
    id: menus.maintenanceSection,
    icon: "tool",
    children: [
      { id: menus.dailyMaintenance, path: "/maintenance/daily", icon: "schedule", actions: ["A", "M", "D"] },
      { id: menus.majorMaintenance, path: "/maintenance/major", icon: "tool", actions: ["A", "M", "D"] },
      { id: menus.maintenanceCalendar, path: "/maintenance/calendar", icon: "schedule" },
      { id: menus.repairAnalysis, path: "/maintenance/repairs", icon: "lineChart" },
    ],
  },
  {
    id: menus.inspectionSection,
    icon: "audit",
    children: [
      { id: menus.inspectionIssue, path: "/inspection/issue", icon: "audit", actions: ["A", "M", "D"] },
      { id: menus.inspectionClosing, path: "/inspection/closing", icon: "fileText", actions: ["M"] },
    ],
  },
  {
    id: menus.warningSection,
    icon: "alert",
    children: [
      { id: menus.allWarnings, path: "/warning/all", icon: "bell", actions: ["M"] },
      { id: menus.batteryWarnings, path: "/warning/battery", icon: "alert", actions: ["M"] },
      { id: menus.removalWarnings, path: "/warning/removal", icon: "tag", actions: ["M"] },
      { id: menus.cycleWarnings, path: "/warning/cycle", icon: "lineChart", actions: ["M"] },
      { id: menus.positionWarnings, path: "/warning/position", icon: "apartment", actions: ["M"] },
      { id: menus.signalWarnings, path: "/warning/signal", icon: "wifi", actions: ["M"] },
      { id: menus.idleWarnings, path: "/warning/idle", icon: "schedule", actions: ["M"] },
      { id: menus.unboundWarnings, path: "/warning/unbound", icon: "link", actions: ["M"] },
    ],
  },
  {
    id: menus.inventorySection,
    icon: "inbox",
    children: [
      { id: menus.automaticInventory, path: "/inventory/automatic", icon: "schedule", actions: ["A", "M"] },
      { id: menus.inventoryCounting, path: "/inventory/counting", icon: "audit", actions: ["M"] },
      { id: menus.inventoryHistory, path: "/inventory/history", icon: "history", actions: ["M"] },
    ],
  },
  {
    id: menus.trialSection,
    icon: "experiment",
    children: [{ id: menus.oldMoldTrial, path: "/trial/old", icon: "experiment", actions: ["A", "M", "D"] }],
  },
  {
    id: menus.newMoldSection,
    icon: "mold",
    children: [
      { id: menus.newMoldT0, path: "/new-mold/t0", icon: "schedule", actions: ["A", "M", "D"] },
      { id: menus.newMoldTrial, path: "/new-mold/trial", icon: "experiment", actions: ["M"] },
      { id: menus.newMoldQuality, path: "/new-mold/quality", icon: "audit", actions: ["M"] },
      { id: menus.newMoldHandover, path: "/new-mold/handover", icon: "link", actions: ["M"] },
      { id: menus.newMoldAchievement, path: "/new-mold/achievement", icon: "lineChart" },
      { id: menus.newMoldAcceptance, path: "/new-mold/acceptance", icon: "fileText", actions: ["M"] },
      {
        id: menus.newMoldModification,
        path: "/new-mold/modification",
        icon: "tool",
        actions: ["A", "M", "D"],
      },
    ],
  },
  {
    id: menus.salesSection,
    icon: "appstore",
    children: [
      { id: menus.salesOrder, path: "/sales/order", icon: "fileText", actions: ["A", "M", "D"] },
      { id: menus.salesVoucher, path: "/sales/voucher", icon: "audit" },
      { id: menus.salesStatement, path: "/sales/statement", icon: "schedule" },
      { id: menus.salesInvoice, path: "/sales/invoice", icon: "tag", actions: ["A", "M"] },
      { id: menus.salesStock, path: "/sales/stock", icon: "inbox", actions: ["M"] },
      { id: menus.salesReturn, path: "/sales/return", icon: "history", actions: ["M"] },
      { id: menus.salesApplication, path: "/sales/application", icon: "user", actions: ["M"] },
      { id: menus.salesPayee, path: "/sales/payee", icon: "wallet", actions: ["A", "M", "D"] },
      // The rights A, M and D on the shop are the rights to add, change and delete lines of the shopping cart.
      { id: menus.shop, path: "/Shop/index", icon: "appstore", actions: ["A", "M", "D"] },
    ],
  },
  {
    id: menus.indicatorSection,
    icon: "lineChart",
    children: [
      { id: menus.setCountIndicator, path: "/indicator/set-count", icon: "fileText" },
      { id: menus.cycleIndicator, path: "/indicator/cycle", icon: "lineChart" },
      { id: menus.returnsIndicator, path: "/indicator/returns", icon: "history", actions: ["M"] },
      { id: menus.utilizationIndicator, path: "/indicator/utilization", icon: "activity" },
      { id: menus.idleIndicator, path: "/indicator/idle", icon: "schedule" },
      { id: menus.movesIndicator, path: "/indicator/moves", icon: "apartment" },
    ],
  },
  {
    id: menus.boardSection,
    icon: "desktop",
    children: [
      { id: menus.plantBoard, path: "/board/plant", icon: "fundScreen" },
      { id: menus.makerBoard, path: "/board/maker", icon: "tool" },
      { id: menus.projectBoard, path: "/board/project", icon: "audit" },
      { id: menus.keyProjectBoard, path: "/board/key-project", icon: "alert" },
    ],
  },
  {
    id: menus.counterSection,
    icon: "wifi",
    children: [
      { id: menus.counterRegistration, path: "/counter/registration", icon: "tag", actions: ["A", "M", "D"] },
      { id: menus.counterLog, path: "/counter/log", icon: "history", actions: ["M"] },
      { id: menus.quarantine, path: "/counter/quarantine", icon: "inbox", actions: ["M"] },
      { id: menus.gateway, path: "/counter/gateway", icon: "wifi", actions: ["A", "M", "D"] },
      { id: menus.connector, path: "/counter/connector", icon: "link", actions: ["A", "M", "D"] },
    ],
  },
  {
    id: menus.systemSection,
    icon: "setting",
    children: [
      { id: menus.user, path: "/system/user", icon: "user", actions: ["A", "M", "D"] },
      { id: menus.role, path: "/system/role", icon: "audit", actions: ["A", "M", "D"] },
      { id: menus.dictionary, path: "/system/dictionary", icon: "fileText", actions: ["A", "M", "D"] },
      { id: menus.menu, path: "/system/menu", icon: "appstore", actions: ["M"] },
      { id: menus.organization, path: "/system/organization", icon: "apartment", actions: ["A", "M", "D"] },
      { id: menus.script, path: "/system/script", icon: "experiment", actions: ["M", "D"] },
      { id: menus.systemLog, path: "/system/log", icon: "history" },
      { id: menus.notice, path: "/system/notice", icon: "bell", actions: ["A", "M", "D"] },
      { id: menus.tenant, path: "/system/tenant", icon: "audit", actions: ["M"] },
      { id: menus.clientPackage, path: "/system/package", icon: "inbox", actions: ["A", "M", "D"] },
      { id: menus.documentRule, path: "/system/coding", icon: "tag", actions: ["A", "M", "D"] },
      { id: menus.parameter, path: "/system/parameter", icon: "setting", actions: ["A", "M", "D"] },
      { id: menus.apiKey, path: "/system/api-key", icon: "link", actions: ["A", "M", "D"] },
      { id: menus.dataOut, path: "/system/data-out", icon: "fundScreen", actions: ["A", "M", "D"] },
    ],
  },
];

/** All screens in one flat list, without the sections. */
export const screens: readonly MenuDef[] = menuTree.flatMap((m) => m.children ?? [m]);
