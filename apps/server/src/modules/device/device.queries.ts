import { device, deviceChoices, deviceList, deviceMold, deviceMoldList } from "@shotkeeper/contract/device";
import { type Action, errors } from "@shotkeeper/contract/kernel";
import { orderState, productionOrder } from "@shotkeeper/contract/production";
import { usageName } from "@shotkeeper/contract/usage-lists";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { moldScope } from "../mold/index.ts";
import { deviceFrom, deviceScope, mountedShots } from "./device-facts.ts";

const mounted = { plantName: "plant.org_name", moldNo: "x.mold_no" };

function mountFrom(ctx: Ctx) {
  const id = ctx.who.tenantId;
  return sql`device_mold t
    join device d on d.tenant_id = ${id} and d.device_id = t.device_id
    join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = d.plant_id`;
}

/**
 * SQL condition: the caller may see the mounting. A plant sees the mountings on its machines. Other callers see the
 * mountings of molds in their scope.
 */
function mountScope(ctx: Ctx) {
  const { scope } = ctx.who;
  return scope.kind === "plant" ? sql`d.plant_id = ${scope.orgId}` : moldScope(ctx, "m");
}

const mounts = { from: mountFrom, where: mountScope };

export const deviceQueries = [
  implement(deviceList, {
    from: deviceFrom,
    where: deviceScope,
    columns: {
      ...mounted,
      moldName: "m.mold_name",
      mountedAt: "x.mounted_at",
      shotsToday: (ctx) => mountedShots(ctx, "x", startOfDay(ctx.who.zone, ctx.now)),
    },
  }),
  implement(deviceChoices, { from: deviceFrom, where: deviceScope, columns: mounted }),
  implement(deviceMoldList, {
    ...mounts,
    columns: {
      deviceName: "d.device_name",
      pressTonnage: "d.press_tonnage",
      plantName: "plant.org_name",
      moldName: "m.mold_name",
      neededTonnage: "m.press_tonnage",
      mounted: "t.unmounted_at is null",
      shots: (ctx) => mountedShots(ctx, "t"),
    },
    order: [{ field: "mountedAt", direction: "desc" }],
  }),
];

/** Throws if a user of a plant adds a machine to another plant or moves a machine to another plant. */
function requireOwnPlant(ctx: Ctx, action: Action, rows: readonly Record<string, unknown>[]): void {
  const { scope } = ctx.who;
  if (scope.kind !== "plant") return;
  for (const { plantId } of rows)
    if (action === "A" ? plantId !== scope.orgId : plantId !== undefined && plantId !== scope.orgId)
      throw errors.forbidden();
}

export const deviceTable = table(device, {
  from: deviceFrom,
  where: deviceWhere,
  columns: { plantName: "plant.org_name" },
  writes: ["A", "M", "D"],
  check: requireOwnPlant,
  // Refuses to move a machine to another plant unless the mold that is mounted on it belongs to that plant.
  after: (ctx, action, rows) =>
    action === "M" && rows.some((r) => "plantId" in r)
      ? [
          sql`
            select app_expect_unmounted(min(x.mold_no))
            from device_mold x
            join device d on d.tenant_id = ${ctx.who.tenantId} and d.device_id = x.device_id
            join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_no = x.mold_no
            where x.tenant_id = ${ctx.who.tenantId}
              and x.unmounted_at is null
              and x.device_id = any(${rows.map((r) => r.deviceId)}::text[])
              and d.plant_id is distinct from m.plant_id
          `,
        ]
      : [],
  activeIn: (ctx, keys) => [
    sql`
      select ${usageName(deviceMold, "deviceId")}::text as wire, count(*)::int as n
      from device_mold m
      where m.tenant_id = ${ctx.who.tenantId} and m.unmounted_at is null and m.device_id in (${keys})
    `,
    sql`
      select ${usageName(productionOrder, "deviceId")}::text as wire, count(*)::int as n
      from production_order o
      where o.tenant_id = ${ctx.who.tenantId}
        and o.order_state not in (${sql.values([orderState.values.closed, orderState.values.done])})
        and o.device_id in (${keys})
    `,
  ],
});
export const mountTable = table(deviceMold, { ...mounts, writes: [] });

/**
 * SQL condition without joins, for statements that write: the caller may write the machine. Must agree with
 * `deviceScope`, which uses joins.
 */
function deviceWhere(ctx: Ctx) {
  const { scope } = ctx.who;
  if (scope.kind === "tenant") return sql.raw("true");
  if (scope.kind === "none") return sql.raw("false");
  if (scope.kind === "plant") return sql`t.plant_id = ${scope.orgId}`;
  return sql`
    exists (
      select
      from device_mold o
      join mold om on om.tenant_id = ${ctx.who.tenantId} and om.mold_no = o.mold_no
      where o.tenant_id = ${ctx.who.tenantId}
        and o.device_id = t.device_id
        and o.unmounted_at is null
        and ${moldScope(ctx, "om")}
    )
  `;
}
