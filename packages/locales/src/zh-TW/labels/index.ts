import type { FieldLabels, MenuLabels } from "../../types.ts";
import { bindingLabels as binding } from "./binding.ts";
import { boardLabels as board } from "./board.ts";
import { carrierLabels as carrier } from "./carrier.ts";
import { commonLabels as common } from "./common.ts";
import { counterLabels as counter } from "./counter.ts";
import { customerLabels as customer } from "./customer.ts";
import { dataOutLabels as dataOut } from "./data-out.ts";
import { deviceLabels as device } from "./device.ts";
import { indicatorLabels as indicator } from "./indicator.ts";
import { inspectionLabels as inspection } from "./inspection.ts";
import { inventoryLabels as inventory } from "./inventory.ts";
import { maintenanceLabels as maintenance } from "./maintenance.ts";
import { moldLabels as mold } from "./mold.ts";
import { moldDocumentLabels as moldDocument } from "./mold-document.ts";
import { newMoldLabels as newMold } from "./new-mold.ts";
import { noticeLabels as notice } from "./notice.ts";
import { partnerLabels as partner } from "./partner.ts";
import { productLabels as product } from "./product.ts";
import { productionLabels as production } from "./production.ts";
import { shopLabels as shop } from "./shop.ts";
import { systemLabels as system } from "./system.ts";
import { trialLabels as trial } from "./trial.ts";
import { warningLabels as warning } from "./warning.ts";

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
  ...notice.menus,
  ...system.menus,
};
