import { menus } from "@shotkeeper/contract/menus";
import { serverTexts } from "@shotkeeper/locales/server";
import type { Actor } from "../base/actor.ts";
import { minute } from "../base/catalog.ts";
import { chance, whole } from "../base/random.ts";
import type { MoldSpec } from "../fleet/molds.ts";

const { standard } = serverTexts.zh_CN.maintenance;
const itemsOf = (kind: string) => standard.find((s) => s.kind === kind)?.items ?? [];

/** Rows of the default checklists, and of two checklists that are only for certain types of molds. */
const checklistRows = [
  ...standard.map((s) => ({
    CHECKLIST_NAME: s.name,
    MT_TYPE: s.kind === "daily" ? 1 : 2,
    MOLD_TYPE: null,
    ITEMS: s.items.join("\n"),
  })),
  {
    CHECKLIST_NAME: "光学件日常点检表",
    MT_TYPE: 1,
    MOLD_TYPE: "光学件",
    ITEMS: [...itemsOf("daily"), "镜面无划伤、无雾化", "无尘布与专用清洁剂擦拭"].join("\n"),
  },
  {
    CHECKLIST_NAME: "大型外饰大保养点检表",
    MT_TYPE: 2,
    MOLD_TYPE: "大型外饰",
    ITEMS: [...itemsOf("major"), "吊环、锁模块检查", "顺序阀逐点动作"].join("\n"),
  },
];

/** Returns the result of each item of a checklist. Most items are OK. */
export function resultsFor(kind: "daily" | "major", key: string): object[] {
  return itemsOf(kind).map((item) => {
    const [name = "", unit] = item.split("|").map((x) => x.trim());
    const isWrong = chance("wrong", key, name) < 0.025;
    const measured = unit === "bar" ? "8" : unit === "mm" ? `0.0${whole(1, 4, key, name)}` : "合格";
    return {
      ITEM: name,
      RESULT: isWrong ? "notOk" : name.includes("热流道") && chance("cold", key) < 0.3 ? "na" : "ok",
      VALUE: unit ? measured : null,
      NOTE: isWrong ? "已现场处理，下次重点检查" : null,
    };
  });
}

interface Stocked {
  readonly no: string;
  readonly name: string;
  readonly model: string;
  readonly unit: string;
  readonly stock: number;
  readonly least: number;
  readonly price: number;
  readonly plant?: string;
}

const common: readonly Stocked[] = [
  { no: "OR-P22", name: "O 形密封圈", model: "P22 FKM", unit: "个", stock: 260, least: 100, price: 1.8 },
  { no: "OR-G60", name: "O 形密封圈", model: "G60 FKM", unit: "个", stock: 64, least: 80, price: 4.6 },
  {
    no: "EP-06200",
    name: "顶针",
    model: "SKD61 Φ6×200",
    unit: "支",
    stock: 48,
    least: 20,
    price: 12.5,
    plant: "PLANT01",
  },
  {
    no: "EP-08250",
    name: "顶针",
    model: "SKD61 Φ8×250",
    unit: "支",
    stock: 9,
    least: 12,
    price: 18,
    plant: "PLANT02",
  },
  {
    no: "SP-TH30",
    name: "模具弹簧",
    model: "TH 30×150 绿",
    unit: "根",
    stock: 36,
    least: 16,
    price: 22,
    plant: "PLANT01",
  },
  { no: "GB-35", name: "导套", model: "Φ35×60 铜合金", unit: "个", stock: 14, least: 8, price: 68 },
  { no: "GP-35", name: "导柱", model: "Φ35×180", unit: "支", stock: 10, least: 8, price: 96 },
  {
    no: "HR-HTR",
    name: "热流道加热圈",
    model: "Φ32×40 230 V 350 W",
    unit: "个",
    stock: 22,
    least: 10,
    price: 145,
    plant: "PLANT02",
  },
  { no: "HR-TC-J", name: "热电偶", model: "J 型 Φ1.5×1000", unit: "支", stock: 31, least: 15, price: 58 },
  {
    no: "CY-40100",
    name: "抽芯油缸",
    model: "Φ40×100 160 bar",
    unit: "台",
    stock: 3,
    least: 2,
    price: 890,
    plant: "PLANT03",
  },
  { no: "LS-M12", name: "行程开关", model: "M12 PNP", unit: "个", stock: 17, least: 6, price: 42 },
  {
    no: "WP-10",
    name: "耐磨板",
    model: "100×60×10 石墨铜",
    unit: "块",
    stock: 5,
    least: 6,
    price: 110,
    plant: "PLANT03",
  },
];

/**
 * Returns the number of the spare part that fits only this mold. Returns undefined for most molds, because most molds
 * have no such part.
 */
export const ownPartOf = (m: MoldSpec): string | undefined =>
  m.index % 7 === 1 && !["scrapped", "bare", "storage"].includes(m.situation ?? "")
    ? `LT-${m.no}`
    : undefined;

export async function stockParts(actor: Actor, molds: readonly MoldSpec[], founded: number): Promise<void> {
  const rows = [
    ...common.map((p) => ({
      PART_NO: p.no,
      PART_NAME: p.name,
      PART_MODEL: p.model,
      PART_UNIT: p.unit,
      STOCK_QTY: p.stock,
      MINIMUM_QTY: p.least,
      PART_PRICE: p.price,
      SAVE_ADDRESS: p.plant ?? null,
      LOCATION: `备件库 ${String.fromCharCode(65 + (p.no.length % 4))}-${whole(1, 9, "shelf", p.no)}`,
      FITS_MOLDS: null as string | null,
    })),
    ...molds.flatMap((m) => {
      const no = ownPartOf(m);
      return no === undefined
        ? []
        : [
            {
              PART_NO: no,
              PART_NAME: "斜顶组件",
              PART_MODEL: `${m.no} 专用`,
              PART_UNIT: "套",
              STOCK_QTY: whole(6, 9, "own", m.index),
              MINIMUM_QTY: 3,
              PART_PRICE: whole(260, 900, "own price", m.index),
              SAVE_ADDRESS: m.plantId,
              LOCATION: `模具随箱 ${m.index + 1}`,
              FITS_MOLDS: m.no,
            },
          ];
    }),
  ];
  await actor.write("insert", [menus.majorMaintenance, "MAINTAIN_CHECKLIST"], checklistRows, founded);
  await actor.write("insert", [menus.majorMaintenance, "SPARE_PART"], rows, founded);
  // Adds withdrawals of spare parts and deliveries of new ones in time order, spread over the time since the founding
  // of the demo company.
  const span = actor.app.now() - founded;
  for (let i = 1; i <= 24; i++) {
    const p = common[i % common.length];
    if (!p) continue;
    const at = Math.round(founded + (span * i) / 26 + minute);
    const MOVE_QTY = whole(1, Math.max(1, Math.floor(p.stock / 8)), "moved", i);
    const move = { PART_NO: p.no, MOVE_QTY };
    await actor.run("rf_MovePart", { ...move, MOVE_KIND: 2, MOVE_REASON: "车间领用" }, at);
    await actor.run("rf_MovePart", { ...move, MOVE_KIND: 1, MOVE_REASON: "采购到货" }, at + 6 * 86_400_000);
  }
}
