import type { LocaleTexts } from "../locale.ts";
import { administration } from "./administration.ts";
import { board } from "./board.ts";
import { counter } from "./counter.ts";
import { customer } from "./customer.ts";
import { dashboard } from "./dashboard.ts";
import { device } from "./device.ts";
import { enums } from "./enums.ts";
import { errors } from "./errors.ts";
import { fields } from "./fields.ts";
import { frame } from "./frame.ts";
import { importing } from "./importing.ts";
import { indicator } from "./indicator.ts";
import { inspection } from "./inspection.ts";
import { inventory } from "./inventory.ts";
import { login } from "./login.ts";
import { maintenance } from "./maintenance.ts";
import { menus } from "./menus.ts";
import { mold } from "./mold.ts";
import { newMold } from "./newmold.ts";
import { notice } from "./notice.ts";
import { notices } from "./notices.ts";
import { order } from "./order.ts";
import { output } from "./output.ts";
import { partner } from "./partner.ts";
import { printing } from "./printing.ts";
import { product } from "./product.ts";
import { production } from "./production.ts";
import { screen } from "./screen.ts";
import { shop } from "./shop.ts";
import { system } from "./system.ts";
import { trial } from "./trial.ts";
import { warning } from "./warning.ts";

export const en: LocaleTexts = {
  administration,
  board,
  counter,
  customer,
  dashboard,
  device,
  enums,
  errors,
  fields,
  frame,
  importing,
  indicator,
  inventory,
  inspection,
  login,
  maintenance,
  menus,
  mold,
  newMold,
  notice,
  notices,
  order,
  output,
  partner,
  printing,
  product,
  production,
  screen,
  shop,
  system,
  trial,
  warning,
};
