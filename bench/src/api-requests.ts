import { menus } from "@shotkeeper/contract/menus";
import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { inserted } from "./api-floor.ts";
import { plants } from "./api-molds.ts";

const pageSize = 50;

/** A request to Shotkeeper, and the equivalent request to the baseline. */
export interface Pair {
  readonly ours: Readonly<Record<string, unknown>>;
  readonly floor: { readonly path: string; readonly body: unknown };
}

const moldNo = (i: number) => `M${String(i).padStart(6, "0")}`;

export function page(order: "byKeyOrder" | "byName", sortField: string): (n: number) => Pair {
  return (n) => {
    const plant = `P${(n % plants) + 1}`;
    const index = Math.floor(n / plants) % 20;
    return {
      ours: {
        Type: "QueryByID",
        MENU_ID: menus.mold,
        QueryID: "Q01",
        WhereStr: [{ Field: "SAVE_ADDRESS", ConditionalCode: "EQ", Value: plant, FieldType: "string" }],
        Sort: [{ Field: sortField, Sort: "asc" }],
        Page: index + 1,
        Limit: pageSize,
      },
      floor: { path: "/list", body: { plant, limit: pageSize, offset: index * pageSize, order } },
    };
  };
}

export function readByKey(rows: number): (n: number) => Pair {
  return (n) => {
    const no = moldNo(((n * 7919) % rows) + 1);
    return {
      ours: {
        Type: "QueryByID",
        MENU_ID: menus.mold,
        QueryID: "Q01",
        WhereStr: [{ Field: "MOLD_NO", ConditionalCode: "EQ", Value: no, FieldType: "string" }],
        Sort: [],
        Page: 1,
        Limit: 1,
      },
      floor: { path: "/read", body: { no } },
    };
  };
}

/** Returns the request that inserts a new mold, as the screen sends it. */
export function insert(n: number): Pair {
  const values = {
    MOLD_NO: `N${n}`,
    MOLD_NAME: `Bumper, rear, upper ${n}`,
    ENGINE_ID: "O1",
    SAVE_ADDRESS: "P1",
    MOLD_MAKE_ID: "M1",
    PROJECT_NO: "PR1",
    PROJECT_NAME: "Project 1",
    MOLD_STAT: 0,
    MOLD_LIFE: 80,
    MOLD_CAVE_NUM: 2,
    PRODUCT_NO: `PN${n}`,
    PRODUCT_CYCLE: 45,
    CYCLE_TOLERANCE: 5,
    ROW_STOCK: "PP+EPDM-T20",
    DEV_TON: 1200,
    DAY_MAINTAIN_TIME: 200,
    BIG_MAINTAIN_TIME: 2000,
    MD_T0_TIME: "2024-03-01",
    MD_OVER_TIME: "2024-06-01",
    RUNWAY: 1,
    REMARK: `Kept in bay ${n}`,
  };
  return {
    ours: { Type: "insert", MENU_ID: menus.mold, TableName: "BS_MOLD", Data: [values] },
    floor: {
      path: "/insert",
      body: Object.fromEntries(inserted.map((column, i) => [column, Object.values(values)[i]])),
    },
  };
}

/** Returns the request that updates three fields with the optimistic lock, as the screen sends it. */
export function update(rows: number, updatedDate: string): (n: number) => Pair {
  return (n) => {
    if (n >= rows) throw new Error("each mold is updated once: more --rows, or fewer --rounds");
    const change = { no: moldNo(n + 1), name: `Bumper ${n}`, manager: `Manager ${n}`, remark: `Moved ${n}` };
    const row = {
      MOLD_NO: change.no,
      MOLD_NAME: change.name,
      PROJECT_MANAGER: change.manager,
      REMARK: change.remark,
      UPDATED_DATE: updatedDate,
    };
    return {
      ours: { Type: "update", MENU_ID: menus.mold, TableName: "BS_MOLD", Data: [row] },
      floor: { path: "/update", body: change },
    };
  };
}

export async function updatedDateOf(db: Db, tenantId: number): Promise<string> {
  const [rows] = await db.run(tenantId, [
    sql`select updated_date from mold where tenant_id = ${tenantId} limit 1`,
  ]);
  return String(rows?.[0]?.updated_date);
}
