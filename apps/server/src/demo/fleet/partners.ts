import { orgs } from "../base/catalog.ts";
import { plantsOf } from "./molds.ts";

type Pair = readonly [oem: string, partner: string];

const contacts: Readonly<Record<string, readonly [contact: string, phone: string]>> = {
  PLANT01: ["赵敏", "13800000003"],
  PLANT02: ["丁一鸣", "13800001002"],
  PLANT03: ["宋佳", "13800001003"],
  MAKER01: ["黄海涛", "13800000004"],
  MAKER02: ["叶青", "13800001005"],
  MAKER03: ["顾文", "13800001006"],
  MAKER04: ["梁嘉豪", "13800001007"],
};

const oems = orgs.filter((o) => o.type === "oem").map((o) => o.id) as (keyof typeof plantsOf)[];
const makers = orgs.filter((o) => o.type === "maker").map((o) => o.id);

function rowOf([oem, partner]: Pair, wire: "SUP_ID" | "MAKE_ID", index: number) {
  const [contact, phone] = contacts[partner] ?? [];
  const since = `${2016 + ((index * 3) % 7)}-${String(1 + ((index * 5) % 12)).padStart(2, "0")}-01`;
  return { MAIN_ID: oem, [wire]: partner, SINCE_DATE: since, CONET_MAN: contact, CONET_TEL: phone };
}

/**
 * Rows of partnerships with wire names, as the application's form sends them. Each OEM is a partner of its plants and
 * of all makers.
 */
export const supplierRows = oems
  .flatMap((oem) => [...new Set(plantsOf[oem])].map((plant): Pair => [oem, plant]))
  .map((pair, i) => rowOf(pair, "SUP_ID", i));
export const manufacturerRows = oems
  .flatMap((oem) => makers.map((maker): Pair => [oem, maker]))
  .map((pair, i) => rowOf(pair, "MAKE_ID", i + 2));
