import { type Entity, type Field, snake, wireName } from "@shotkeeper/contract/kernel";
import type { App } from "../../app.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { Module } from "../../kernel/registry.ts";
import { configured, modules } from "../../modules/index.ts";
import type { Rights } from "./people.ts";
import type { Change } from "./recorder.ts";

/** A stored row with the names of its fields in camelCase. */
export type Known = Readonly<Record<string, unknown>>;

/** Goods with the price that a customer pays for a host factory. */
export interface Offer {
  readonly custId: string;
  readonly oemName: string;
  readonly goodsId: string;
  readonly goodsType: number;
  readonly price: number;
}

/** Rows that the clumsy users have seen. They read it only now and then, so it is often stale. */
export interface World {
  /** Latest rows of each table, by the table's wire name. */
  readonly rows: Map<string, readonly Known[]>;
  /** Keys by the wire name of their table, and by the name of the field: "moldNo". */
  readonly keys: Map<string, readonly unknown[]>;
  readonly offers: readonly Offer[];
  /** Uploaded files that belong to no record, by their user. */
  readonly files: Map<string, readonly string[]>;
  /** Rights of the roles as the demo grants them. */
  readonly rights: Rights;
  /** Epoch ms of the server's clock. */
  readonly now: number;
}

export const allModules = (app: App): readonly Module[] => [...modules, ...configured(app.config, app.providers)];

const camel = (column: string) => column.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase());
const seen = 12;

/** Columns of these tables are not of interest, or their rows are too many. */
const unread = new Set(["system_log", "reading", "session", "shot_hour"]);

/** Reads the world of a tenant. `rights` and `now` are passed on. */
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
