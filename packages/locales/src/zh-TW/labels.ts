import { zhTW as binding } from "../labels/binding.ts";
import { zhTW as board } from "../labels/board.ts";
import { zhTW as carrier } from "../labels/carrier.ts";
import { zhTW as common } from "../labels/common.ts";
import { zhTW as counter } from "../labels/counter.ts";
import { zhTW as customer } from "../labels/customer.ts";
import { zhTW as dataOut } from "../labels/data-out.ts";
import { zhTW as device } from "../labels/device.ts";
import { zhTW as indicator } from "../labels/indicator.ts";
import { zhTW as inspection } from "../labels/inspection.ts";
import { zhTW as inventory } from "../labels/inventory.ts";
import { zhTW as maintenance } from "../labels/maintenance.ts";
import { zhTW as mold } from "../labels/mold.ts";
import { zhTW as moldDocument } from "../labels/mold-document.ts";
import { zhTW as newMold } from "../labels/new-mold.ts";
import { zhTW as notice } from "../labels/notice.ts";
import { zhTW as partner } from "../labels/partner.ts";
import { zhTW as product } from "../labels/product.ts";
import { zhTW as production } from "../labels/production.ts";
import { zhTW as shop } from "../labels/shop.ts";
import { zhTW as system } from "../labels/system.ts";
import { zhTW as trial } from "../labels/trial.ts";
import { zhTW as warning } from "../labels/warning.ts";
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
