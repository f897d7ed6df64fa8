import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/**
 * SQL condition: a mold of the OEM `oemId` may have the plant or maker `partnerId`. An OEM without any registered
 * supplier works with every plant, and an OEM without registered manufacturers works with every maker. So a tenant may
 * leave these lists empty.
 */
export function isPartner(ctx: Ctx, kind: "plant" | "maker", oemId: Sql, partnerId: Sql): Sql {
  const { tenantId } = ctx.who;
  const table = sql.raw(kind === "plant" ? "supplier_binding" : "manufacturer_binding");
  return sql`
    (
      not exists (select from ${table} b where b.tenant_id = ${tenantId} and b.oem_id = ${oemId})
        or exists (
          select
          from ${table} b
          where b.tenant_id = ${tenantId} and b.oem_id = ${oemId} and b.${sql.raw(`${kind}_id`)} = ${partnerId}
        )
    )
  `;
}

/** OEM of a mold, and the plant or maker that the mold is to get. */
interface Wanted {
  readonly oemId: unknown;
  readonly plantId?: unknown;
  readonly makerId?: unknown;
}

/**
 * Names of the input fields for plant and maker, which the error contains. A command passes its own names if its fields
 * are not called plantId and makerId.
 */
interface FieldNames {
  readonly plantId: string;
  readonly makerId: string;
}

const ownNames: FieldNames = { plantId: "plantId", makerId: "makerId" };

/**
 * Returns a statement that raises notPartner if a plant is no supplier of the OEM, or a maker is none of its
 * manufacturers (`isPartner`). `pairs` selects oem_id, plant_id and maker_id.
 */
export function expectPartners(ctx: Ctx, pairs: Sql, names = ownNames): Sql {
  const strangers = (field: string, kind: "plant" | "maker") => {
    const partner = sql.raw(`i.${kind}_id`);
    return sql`
      select ${field}::text as field
      from pair i
      where ${partner} is not null and not ${isPartner(ctx, kind, sql.raw("i.oem_id"), partner)}
    `;
  };
  return sql`
    with pair as (${pairs})
    select app_expect_partner(f.field)
    from (
      ${strangers(names.plantId, "plant")}
      union all
      ${strangers(names.makerId, "maker")}
      limit 1
    ) f
  `;
}

/** Returns a SELECT of oem_id, plant_id and maker_id of `wanted`, for the argument `pairs` of `expectPartners`. */
export function pairsOf(wanted: readonly Wanted[]): Sql {
  const [only] = wanted;
  // Sends a single mold as plain values, which the database reads faster than JSON.
  if (only && wanted.length === 1)
    return sql`
      select ${only.oemId}::text as oem_id, ${only.plantId}::text as plant_id, ${only.makerId}::text as maker_id
    `;
  const rows = wanted.map((w) => ({ oem_id: w.oemId, plant_id: w.plantId, maker_id: w.makerId }));
  return sql`
    select distinct oem_id, plant_id, maker_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(oem_id text, plant_id text, maker_id text)
  `;
}
