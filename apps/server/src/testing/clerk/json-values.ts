import type { Random } from "../month/plan.ts";
import { pick, pickRecent } from "./pick.ts";
import type { Thought } from "./thought.ts";
import type { Offer } from "./world.ts";

const chance = (random: Random, share: number) => random() < share;

/** Returns a random list of known keys: usually one key, sometimes several, the same key twice, or an unknown key. */
function someKeys({ random, world, anchor }: Thought, key: string): unknown[] {
  const known = world.keys.get(key) ?? [];
  const anchored = anchor?.[key];
  const first = anchored !== undefined && chance(random, 0.7) ? anchored : pickRecent(random, known);
  const keys = first === undefined ? [] : [first];
  while (chance(random, 0.25)) keys.push(pick(random, known) ?? "NOPE-1");
  return keys;
}

/**
 * Returns a list with the id of one file. In most cases the same user has uploaded the file, because the server refuses
 * files of other users.
 */
function someFiles({ random, world, userId }: Thought): unknown[] {
  const own = world.files.get(userId) ?? [];
  const all = chance(random, 0.9) ? own : (world.keys.get("fileId") ?? []);
  const file = pick(random, all);
  return file === undefined ? [] : [file];
}

/** Returns the orders of a checkout, one for each host factory, as the shopping cart sends them. */
export function checkout({ random, world }: Pick<Thought, "random" | "world">): unknown[] {
  const first = pick(random, world.offers);
  if (!first) return [];
  const oems = [...new Set(world.offers.filter((o) => o.custId === first.custId).map((o) => o.oemName))];
  const chosen = chance(random, 0.3) ? oems : [first.oemName];
  // All orders of a checkout have the same customer, address and way to pay the postage.
  const shared = {
    CUST_ID: first.custId,
    POSTAGE_STAT: chance(random, 0.7) ? 1 : 2,
    ...place(random),
  };
  return chosen.map((oemName) => {
    const offers = world.offers.filter((o) => o.custId === first.custId && o.oemName === oemName);
    const lines = Array.from({ length: chance(random, 0.6) ? 1 : 3 }, () => pick(random, offers) ?? first);
    return {
      HD_INFO: { ...shared, OEM_NAME: oemName },
      DT_INFO: lines.map((o) => lineOf(random, o)),
    };
  });
}

function place(random: Random): object {
  if (chance(random, 0.5)) return {};
  const [province, city] = pick(random, [
    ["广东省", "佛山市"],
    ["广东省", "广州市"],
    ["浙江省", "宁波市"],
  ] as const) ?? ["", ""];
  return {
    REC_MAN: "何敏",
    REC_TEL: "13800001008",
    REC_PROVINCE: province,
    REC_CITY: city,
    REC_EXPAREA: "高明区",
    REC_ADDR: "荷城街道兴盛路 5 号",
  };
}

function lineOf(random: Random, o: Offer): object {
  const qty = pick(random, [1, 2, 5, 12, 400]) ?? 1;
  return {
    GOODS_ID: o.goodsId,
    QTY: qty,
    UNIT_PRICE: chance(random, 0.95) ? o.price : o.price / 2,
    ...(o.goodsType === 0
      ? { MOLD_TYPE: "plastic", MAGNET: 0, SIDE_TYPE: -1 }
      : { MAGNET: -1, SIDE_TYPE: -1 }),
  };
}

const makers: Readonly<Record<string, (t: Thought) => unknown>> = {
  data: checkout,
  fileIds: someFiles,
  ids: someFiles,
  results: ({ random }) =>
    chance(random, 0.5) ? null : [{ ITEM: "水路", RESULT: pick(random, ["ok", "notOk", "?"]) }],
  takenParts: ({ random, world }) =>
    chance(random, 0.5)
      ? null
      : [{ PART_NO: pick(random, world.keys.get("partNo") ?? []), QTY: pick(random, [1, 3, 0, 9999]) }],
  handoverItems: ({ random }) =>
    ["图纸", "备件"].map((name) => ({ name, ok: chance(random, 0.8), note: "" })),
  parameters: ({ random }) =>
    chance(random, 0.5) ? [] : [{ name: "料温", unit: "℃", planned: "230", actual: "" }],
  noticeStyle: ({ random }) => [pick(random, ["site", "mail", "webhook", "?"])],
  toRoles: ({ random }) => [pick(random, ["admin", "plant", "?"])],
  toUsers: ({ random }) => [pick(random, ["admin", "oem", "?"])],
  toOrgs: ({ random }) => [pick(random, ["PLANT01", "OEM02", "?"])],
  toMails: () => ["a@example.com"],
  texts: () => null,
  statement: ({ random }) => pick(random, ["select mold_no from mold", "drop table mold"]),
  sqlText: ({ random }) => pick(random, ["select mold_no from mold", "drop table mold"]),
  rights: ({ random, world }) =>
    (world.rights.get(pick(random, ["oem", "plant", "maker", "admin"]) ?? "") ?? []).filter(() =>
      chance(random, 0.95),
    ),
};

/** Returns a value that an input of type JSON accepts in most cases. `name` is the name of the input. */
export function jsonValue(t: Thought, name: string): unknown {
  const make = makers[name];
  if (make) return make(t);
  // Treats an input such as `orderNos` as a list of keys of the field `orderNo`.
  const key = name.replace(/s$/, "");
  return key !== name && t.world.keys.has(key) ? someKeys(t, key) : [];
}
