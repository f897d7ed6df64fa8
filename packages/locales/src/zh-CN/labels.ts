import { zhCN as binding } from "../labels/binding.ts";
import { zhCN as board } from "../labels/board.ts";
import { zhCN as carrier } from "../labels/carrier.ts";
import { zhCN as common } from "../labels/common.ts";
import { zhCN as counter } from "../labels/counter.ts";
import { zhCN as customer } from "../labels/customer.ts";
import { zhCN as dataOut } from "../labels/data-out.ts";
import { zhCN as device } from "../labels/device.ts";
import { zhCN as indicator } from "../labels/indicator.ts";
import { zhCN as inspection } from "../labels/inspection.ts";
import { zhCN as inventory } from "../labels/inventory.ts";
import { zhCN as maintenance } from "../labels/maintenance.ts";
import { zhCN as mold } from "../labels/mold.ts";
import { zhCN as moldDocument } from "../labels/mold-document.ts";
import { zhCN as newMold } from "../labels/new-mold.ts";
import { zhCN as notice } from "../labels/notice.ts";
import { zhCN as partner } from "../labels/partner.ts";
import { zhCN as product } from "../labels/product.ts";
import { zhCN as production } from "../labels/production.ts";
import { zhCN as shop } from "../labels/shop.ts";
import { zhCN as system } from "../labels/system.ts";
import { zhCN as trial } from "../labels/trial.ts";
import { zhCN as warning } from "../labels/warning.ts";
import type { FieldLabels, MenuLabels } from "../types.ts";

export const fields: FieldLabels = {
  ...common.fields,
  ...mold.fields,
  ...moldDocument.fields,
  ...binding.fields,
  ...counter.fields,
  ...dataOut.fields,
  ...device.fields,
  ...customer.fields,
  ...partner.fields,
  ...product.fields,
  ...production.fields,
  ...maintenance.fields,
  ...inspection.fields,
  ...warning.fields,
  ...inventory.fields,
  ...trial.fields,
  ...newMold.fields,
  ...indicator.fields,
  ...board.fields,
  ...shop.fields,
  ...carrier.fields,
  ...notice.fields,
  ...system.fields,
};

export const menus: MenuLabels = {
  ...mold.menus,
  ...moldDocument.menus,
  ...binding.menus,
  ...counter.menus,
  ...dataOut.menus,
  ...device.menus,
  ...customer.menus,
  ...partner.menus,
  ...product.menus,
  ...production.menus,
  ...maintenance.menus,
  ...inspection.menus,
  ...warning.menus,
  ...inventory.menus,
  ...trial.menus,
  ...newMold.menus,
  ...indicator.menus,
  ...board.menus,
  ...shop.menus,
  ...carrier.menus,
  ...notice.menus,
  ...system.menus,
};
