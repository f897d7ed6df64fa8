import type { LocaleTexts } from "../locale.ts";
import { administration } from "./administration.ts";
import { bank } from "./bank.ts";
import { board } from "./board.ts";
import { calendar } from "./calendar.ts";
import { company } from "./company.ts";
import { connector } from "./connector.ts";
import { counter } from "./counter.ts";
import { customer } from "./customer.ts";
import { dataOut } from "./data-out.ts";
import { device } from "./device.ts";
import { edge } from "./edge.ts";
import { enums } from "./enums.ts";
import { errors } from "./errors.ts";
import { firstUse } from "./first-use.ts";
import { importing } from "./importing.ts";
import { indicator } from "./indicator.ts";
import { inspection } from "./inspection.ts";
import { inventory } from "./inventory.ts";
import { keys } from "./keys.ts";
import { fields, menus } from "./labels.ts";
import { login } from "./login.ts";
import { maintenance } from "./maintenance.ts";
import { mold } from "./mold.ts";
import { newMold } from "./new-mold.ts";
import { notice } from "./notice.ts";
import { noticeMessages } from "./notice-messages.ts";
import { offline } from "./offline.ts";
import { partner } from "./partner.ts";
import { printing } from "./printing.ts";
import { product } from "./product.ts";
import { production } from "./production.ts";
import { repair } from "./repair.ts";
import { returns } from "./returns.ts";
import { screen } from "./screen.ts";
import { shell } from "./shell.ts";
import { shop } from "./shop.ts";
import { signUp } from "./sign-up.ts";
import { system } from "./system.ts";
import { trial } from "./trial.ts";
import { warning } from "./warning.ts";
import { workplace } from "./workplace.ts";

export const zhTW: LocaleTexts = {
  administration,
  bank,
  board,
  calendar,
  company,
  connector,
  edge,
  counter,
  customer,
  dataOut,
  device,
  enums,
  errors,
  fields,
  shell,
  firstUse,
  importing,
  indicator,
  inventory,
  inspection,
  keys,
  login,
  maintenance,
  menus,
  mold,
  newMold,
  notice,
  noticeMessages,
  offline,
  partner,
  printing,
  product,
  production,
  repair,
  returns,
  screen,
  shop,
  signUp,
  system,
  trial,
  warning,
  workplace,
};
