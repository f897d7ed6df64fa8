import type { Texts } from "../types.ts";
import type { menus as model } from "../zh-CN/menus.ts";

export const menus: Texts<typeof model> = {
  DB: "Dashboard",
  DB101: "Workplace",
  BS: "Basic info",
  BS101: "Molds",
  BS102: "Products",
  BS103: "Customers",
  BS104: "Counter binding",
  BS105: "Supplier binding",
  BS106: "Manufacturer binding",
  PO: "Orders",
  PO102: "Production status",
  PO103: "Production cycle",
  MT: "Maintenance",
  MT101: "Daily maintenance",
  WA: "Early warnings",
  WA100: "All warnings",
  KB: "Boards",
  KB101: "Injection plant board",
  CT: "Counters",
  CT101: "Counter registration",
  CT102: "Counter log",
  SYS: "System",
  SYS105: "Organizations",
  SYS107: "System log",
};
