import { type Entity, type Field, snake, wireName } from "@shotkeeper/contract/kernel";
import type { App } from "../../app.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { Module } from "../../kernel/registry.ts";
import { configured, modules } from "../../modules/index.ts";
import type { Rights } from "./people.ts";
import type { Change } from "./recorder.ts";

/** A stored row with the names of its fields in camelCase. */
export type Known = Readonly<Record<string, unknown>>;

/** Goods that a customer may order for a host factory, with the customer's price. */
export interface Offer {
  readonly custId: string;
  readonly oemName: string;
  readonly goodsId: string;
  readonly goodsType: number;
  readonly price: number;
}

/** Rows that the simulated users have seen. The users do not see every change, so the rows are often stale. */
export interface World {
  /** Rows of each table that changed last, by the table's wire name. */
  readonly rows: Map<string, readonly Known[]>;
  /**
   * Keys of these rows. Each list is stored under the wire name of its table, and under both names of the key field
   * ("moldNo", "MOLD_NO").
   */
  readonly keys: Map<string, readonly unknown[]>;
  readonly offers: readonly Offer[];
  /** Ids of uploaded files that are not attached to a record, by the user who uploaded them. */
  readonly files: Map<string, readonly string[]>;
  /** Rights by role code, as the demo grants them. */
  readonly rights: Rights;
  /** Time of the server's clock, epoch ms. */
  readonly now: number;
}

export const allModules = (app: App): readonly Module[] => [...modules, ...configured(app.config)];

const camel = (column: string) => column.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase());
const seen = 12;

/** Tables that are not read, because the simulated users do not need them or the tables have too many rows. */
const unread = new Set(["system_log", "reading", "session", "shot_hour"]);

/** Reads the rows that the simulated users of a tenant know. `rights` and `now` are copied into the result. */
export async function readWorld(
  app: App,
  tenantId: number,
  rest: Pick<World, "rights" | "now">,
): Promise<World> {
  const tables = allModules(app)
    .flatMap((m) => m.tables ?? [])
    .filter((t) => !unread.has(snake(t.entity.name)));
  const results = await app.db.run(tenantId, [
    ...tables.map(
      ({ entity }) => sql`
        select to_jsonb(t) as row
        from ${sql.id(snake(entity.name))} t
        where t.tenant_id = ${tenantId}
        order by t.updated_date desc nulls last, ${sql.join(entity.key.map((k) => sql.id(snake(k))))}
        limit ${seen}
      `,
    ),
    sql`
      select c.cust_id, co.oem_name, p.goods_id, p.goods_type,
        coalesce(x.unit_price, p.unit_price)::float8 as price
      from customer c
      join customer_oem co on co.tenant_id = ${tenantId} and co.cust_id = c.cust_id
      join product p on p.tenant_id = ${tenantId} and not p.off_shelf
      left join product_price x
        on x.tenant_id = ${tenantId} and x.goods_id = p.goods_id and x.oem_name = co.oem_name
      where c.tenant_id = ${tenantId} and coalesce(c.taxpayer_id, '') <> ''
      order by c.cust_id, co.oem_name, p.goods_id
    `,
    sql`
      select created_by as user_id, array_agg(file_id order by file_id) as files
      from file_info
      where tenant_id = ${tenantId} and owner_table is null
      group by created_by
    `,
  ]);
  const files = results.pop() ?? [];
  const offers = results.pop() ?? [];
  const rows = new Map<string, Known[]>();
  const keys = new Map<string, readonly unknown[]>();
  tables.forEach(({ entity }, i) => {
    putRows(
      { rows, keys },
      entity,
      (results[i] ?? []).map((r) => knownOf(r.row as object)),
    );
  });
  keys.set(
    "fileId",
    files.flatMap((f) => f.files as string[]),
  );
  return {
    rows,
    keys,
    ...rest,
    offers: offers.map((o) => ({
      custId: String(o.cust_id),
      oemName: String(o.oem_name),
      goodsId: String(o.goods_id),
      goodsType: Number(o.goods_type),
      price: Number(o.price),
    })),
    files: new Map(files.map((f) => [String(f.user_id), f.files as string[]])),
  };
}

const knownOf = (row: object): Known =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));

function putRows(
  { rows, keys }: Pick<World, "rows" | "keys">,
  entity: Entity,
  found: readonly Known[],
): void {
  rows.set(entity.wire, found);
  const [name, ...rest] = entity.key;
  if (name === undefined || rest.length > 0) return;
  const values = found.map((r) => r[name]);
  const field: Field | undefined = entity.fields[name];
  for (const key of [entity.wire, name, ...(field ? [wireName(name, field)] : [])]) keys.set(key, values);
}

/** Adds changed rows to the world, as if the users looked at them. The latest row comes first. */
export function learn(app: App, world: World, changes: readonly Change[]): void {
  const entities = new Map(
    allModules(app).flatMap((m) => (m.tables ?? []).map((t) => [snake(t.entity.name), t.entity] as const)),
  );
  for (const { table, before, after } of changes) {
    const user = String(after?.created_by);
    if (table === "file_info" && after?.owner_table === null)
      world.files.set(user, [...(world.files.get(user) ?? []), String(after.file_id)]);
    const entity = entities.get(table);
    if (!entity || unread.has(table)) continue;
    const keyOf = (row: Known) => entity.key.map((k) => String(row[k])).join("/");
    const gone = [before, after].flatMap((row) => (row ? [keyOf(knownOf(row))] : []));
    const others = (world.rows.get(entity.wire) ?? []).filter((row) => !gone.includes(keyOf(row)));
    putRows(world, entity, [...(after ? [knownOf(after)] : []), ...others].slice(0, seen));
  }
}
