import { en as binding } from "../labels/binding.ts";
import { en as board } from "../labels/board.ts";
import { en as carrier } from "../labels/carrier.ts";
import { en as common } from "../labels/common.ts";
import { en as counter } from "../labels/counter.ts";
import { en as customer } from "../labels/customer.ts";
import { en as dataOut } from "../labels/data-out.ts";
import { en as device } from "../labels/device.ts";
import { en as indicator } from "../labels/indicator.ts";
import { en as inspection } from "../labels/inspection.ts";
import { en as inventory } from "../labels/inventory.ts";
import { en as maintenance } from "../labels/maintenance.ts";
import { en as mold } from "../labels/mold.ts";
import { en as moldDocument } from "../labels/mold-document.ts";
import { en as newMold } from "../labels/new-mold.ts";
import { en as notice } from "../labels/notice.ts";
import { en as partner } from "../labels/partner.ts";
import { en as product } from "../labels/product.ts";
import { en as production } from "../labels/production.ts";
import { en as shop } from "../labels/shop.ts";
import { en as system } from "../labels/system.ts";
import { en as trial } from "../labels/trial.ts";
import { en as warning } from "../labels/warning.ts";
import type { FieldLabels, MenuLabels } from "../types.ts";

// Terms follow the OPC UA companion specifications for molds where these define a term. Examples: lifetime cycle
// counter, job cycle counter, expected and actual cycle time, maintenance interval.
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
