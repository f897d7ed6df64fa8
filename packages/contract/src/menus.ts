/** Pictures of the menu; the shell draws one for each. */
export const menuIcons = [
  "activity",
  "alert",
  "apartment",
  "appstore",
  "audit",
  "bell",
  "dashboard",
  "desktop",
  "experiment",
  "fileText",
  "fundScreen",
  "history",
  "home",
  "inbox",
  "lineChart",
  "link",
  "mold",
  "schedule",
  "setting",
  "tag",
  "tool",
  "user",
  "wifi",
] as const;
export type MenuIconName = (typeof menuIcons)[number];

/** A screen or a section of the menu. The server sends those a user may see; labels are in the locales. */
export interface MenuDef {
  readonly id: string;
  /** Route, below the hash. Sections have none of their own. */
  readonly path?: string;
  readonly icon: MenuIconName;
  readonly children?: readonly MenuDef[];
  /** Rights the screen knows beside Q; what it has no use for is not offered to roles. */
  readonly actions?: readonly ("A" | "M" | "D")[];
}

export const menus: readonly MenuDef[] = [
  { id: "DB", icon: "dashboard", children: [{ id: "DB101", path: "/dashboard/workplace", icon: "home" }] },
  {
    id: "BS",
    icon: "appstore",
    children: [
      { id: "BS101", path: "/basic/mold", icon: "mold", actions: ["A", "M", "D"] },
      { id: "BS102", path: "/basic/product", icon: "inbox", actions: ["A", "M", "D"] },
      { id: "BS103", path: "/basic/customer", icon: "user", actions: ["A", "M", "D"] },
      { id: "BS104", path: "/basic/binding", icon: "link", actions: ["A", "M"] },
      { id: "BS105", path: "/basic/supplier", icon: "apartment", actions: ["A", "M", "D"] },
      { id: "BS106", path: "/basic/manufacturer", icon: "tool", actions: ["A", "M", "D"] },
      { id: "BS107", path: "/basic/device", icon: "setting", actions: ["A", "M", "D"] },
      { id: "BS108", path: "/basic/mounting", icon: "link", actions: ["A", "M"] },
    ],
  },
  {
    id: "PO",
    icon: "fileText",
    children: [
      { id: "PO101", path: "/order/production", icon: "fileText", actions: ["A", "M", "D"] },
      { id: "PO102", path: "/order/status", icon: "activity" },
      { id: "PO103", path: "/order/cycle", icon: "lineChart" },
      { id: "PO104", path: "/order/output", icon: "fundScreen" },
    ],
  },
  {
    id: "MT",
    icon: "tool",
    children: [
      { id: "MT101", path: "/maintenance/daily", icon: "schedule", actions: ["A", "M", "D"] },
      { id: "MT102", path: "/maintenance/major", icon: "tool", actions: ["A", "M", "D"] },
    ],
  },
  {
    id: "IN",
    icon: "audit",
    children: [
      { id: "IN101", path: "/inspection/issue", icon: "audit", actions: ["A", "M", "D"] },
      { id: "IN102", path: "/inspection/closing", icon: "fileText", actions: ["M"] },
    ],
  },
  {
    id: "WA",
    icon: "alert",
    children: [
      { id: "WA100", path: "/warning/all", icon: "bell", actions: ["M"] },
      { id: "WA101", path: "/warning/battery", icon: "alert", actions: ["M"] },
      { id: "WA102", path: "/warning/removal", icon: "tag", actions: ["M"] },
      { id: "WA103", path: "/warning/cycle", icon: "lineChart", actions: ["M"] },
      { id: "WA104", path: "/warning/position", icon: "apartment", actions: ["M"] },
      { id: "WA105", path: "/warning/signal", icon: "wifi", actions: ["M"] },
      { id: "WA106", path: "/warning/idle", icon: "schedule", actions: ["M"] },
      { id: "WA107", path: "/warning/unbound", icon: "link", actions: ["M"] },
    ],
  },
  {
    id: "IV",
    icon: "inbox",
    children: [
      { id: "IV101", path: "/inventory/automatic", icon: "schedule", actions: ["A", "M"] },
      { id: "IV102", path: "/inventory/counting", icon: "audit", actions: ["M"] },
      { id: "IV103", path: "/inventory/history", icon: "history", actions: ["M"] },
    ],
  },
  {
    id: "TR",
    icon: "experiment",
    children: [{ id: "TR101", path: "/trial/old", icon: "experiment", actions: ["A", "M", "D"] }],
  },
  {
    id: "NM",
    icon: "mold",
    children: [
      { id: "NM101", path: "/new-mold/t0", icon: "schedule", actions: ["A", "M", "D"] },
      { id: "NM102", path: "/new-mold/trial", icon: "experiment", actions: ["M"] },
      { id: "NM107", path: "/new-mold/quality", icon: "audit", actions: ["M"] },
      { id: "NM103", path: "/new-mold/handover", icon: "link", actions: ["M"] },
      { id: "NM104", path: "/new-mold/achievement", icon: "lineChart" },
      { id: "NM105", path: "/new-mold/acceptance", icon: "fileText", actions: ["M"] },
      { id: "NM106", path: "/new-mold/modification", icon: "tool", actions: ["A", "M", "D"] },
    ],
  },
  {
    id: "OR",
    icon: "appstore",
    children: [
      { id: "OR100", path: "/sales/order", icon: "fileText", actions: ["A", "M", "D"] },
      { id: "OR101", path: "/sales/voucher", icon: "audit" },
      { id: "OR103", path: "/sales/statement", icon: "schedule" },
      { id: "OR102", path: "/sales/invoice", icon: "tag", actions: ["A", "M"] },
      { id: "OR104", path: "/sales/stock", icon: "inbox", actions: ["M"] },
      // The shop itself has a frame of its own; its rights are those of a cart.
      { id: "BS114", path: "/Shop/index", icon: "appstore", actions: ["A", "M", "D"] },
    ],
  },
  {
    id: "KP",
    icon: "lineChart",
    children: [
      { id: "KP101", path: "/indicator/set-count", icon: "fileText" },
      { id: "KP102", path: "/indicator/cycle", icon: "lineChart" },
      { id: "KP103", path: "/indicator/returns", icon: "history", actions: ["M"] },
      { id: "KP104", path: "/indicator/utilization", icon: "activity" },
      { id: "KP105", path: "/indicator/idle", icon: "schedule" },
      { id: "KP106", path: "/indicator/moves", icon: "apartment" },
    ],
  },
  {
    id: "KB",
    icon: "desktop",
    children: [
      { id: "KB101", path: "/board/plant", icon: "fundScreen" },
      { id: "KB102", path: "/board/maker", icon: "tool" },
      { id: "KB103", path: "/board/project", icon: "audit" },
      { id: "KB104", path: "/board/key-project", icon: "alert" },
    ],
  },
  {
    id: "CT",
    icon: "wifi",
    children: [
      { id: "CT101", path: "/counter/registration", icon: "tag", actions: ["A", "M", "D"] },
      { id: "CT102", path: "/counter/log", icon: "history", actions: ["M"] },
    ],
  },
  {
    id: "SYS",
    icon: "setting",
    children: [
      { id: "SYS101", path: "/system/user", icon: "user", actions: ["A", "M", "D"] },
      { id: "SYS102", path: "/system/role", icon: "audit", actions: ["A", "M", "D"] },
      { id: "SYS103", path: "/system/dictionary", icon: "fileText", actions: ["A", "M", "D"] },
      { id: "SYS104", path: "/system/menu", icon: "appstore", actions: ["M"] },
      { id: "SYS105", path: "/system/organization", icon: "apartment", actions: ["A", "M", "D"] },
      { id: "SYS106", path: "/system/script", icon: "experiment", actions: ["M", "D"] },
      { id: "SYS107", path: "/system/log", icon: "history" },
      { id: "SYS108", path: "/system/notice", icon: "bell", actions: ["A", "M", "D"] },
      { id: "SYS109", path: "/system/tenant", icon: "audit", actions: ["M"] },
      { id: "SYS111", path: "/system/package", icon: "inbox", actions: ["A", "M", "D"] },
      { id: "SYS110", path: "/system/coding", icon: "tag", actions: ["A", "M", "D"] },
      { id: "BS109", path: "/system/parameter", icon: "setting", actions: ["A", "M", "D"] },
    ],
  },
];

/** Every screen, flat. */
export const screens: readonly MenuDef[] = menus.flatMap((m) => m.children ?? [m]);
/** Operations of the frame itself, open to whoever is logged in. */
export const frameMenu = "SYS100";
/** The shop's own entry: the only one that customers have. */
export const shopMenu = "BS114";
