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

/** A request that succeeded: its input and its answer. */
export interface Success {
  readonly input: Known;
  readonly answer: unknown;
}

/** Rows that the simulated users have seen. The users do not see every change, so the rows are often stale. */
export interface World {
  /** A few rows of each table, those that changed last, by the table's wire name. For random requests. */
  readonly rows: Map<string, readonly Known[]>;
  /**
   * More rows of each table than `rows`, by the table's wire name. Sensible requests choose from these rows, because
   * they need a row in a certain state.
   */
  readonly known: Map<string, readonly Known[]>;
  /** Names of the key's fields, by the table's wire name. */
  readonly keyOf: ReadonlyMap<string, readonly string[]>;
  /**
   * Keys of the rows in `rows`. A list of keys can be found by three names: the wire name of its table, the name of the
   * key field ("moldNo") and the wire name of the key field ("MOLD_NO").
   */
  readonly keys: Map<string, readonly unknown[]>;
  readonly offers: readonly Offer[];
  /** Ids of uploaded files that are not attached to a record, by the user who uploaded them. */
  readonly files: Map<string, readonly string[]>;
  /** Ids of the uploaded PDF files. The other files are pictures. */
  readonly pdfs: Set<string>;
  /** Files that were uploaded to a row: voucher of an order, picture of a product. */
  readonly attached: readonly { readonly table: string; readonly key: string; readonly fileId: string }[];
  /** The latest success of each command of each user, by user and command: "admin rf_BeginTotp". */
  readonly successes: Map<string, Success>;
  /** A licence file that the tenant accepts. */
  readonly licence: string;
  /** Rights by role code, as the demo data grant them. */
  readonly rights: Rights;
  /** Time of the server's clock, epoch ms. */
  readonly now: number;
}

export const allModules = (app: App): readonly Module[] => [
  ...modules,
  ...configured(app.config, app.providers),
];

const camel = (column: string) => column.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase());
/**
 * Number of rows of each table that the users know for random requests (`seen`) and for sensible requests (`lookedUp`).
 */
const seen = 12;
const lookedUp = 40;

interface KnownTable {
  /** Wire name of the table, or a name that stands for it if callers cannot query the table. */
  readonly wire: string;
  readonly table: string;
  readonly key: readonly string[];
  readonly entity?: Entity;
}

/** Tables whose rows the users know only from lists, because callers cannot query these tables directly. */
const shown: readonly KnownTable[] = [
  { wire: "QUARANTINE", table: "quarantine", key: ["quarantineId"] },
  { wire: "MOLD_VISIT", table: "mold_visit", key: ["moldId", "visitFrom"] },
];

const tablesOf = (app: App): readonly KnownTable[] => [
  ...allModules(app)
    .flatMap((m) => m.tables ?? [])
    .filter((t) => !unread.has(snake(t.entity.name)))
    .map(({ entity }) => ({ wire: entity.wire, table: snake(entity.name), key: entity.key, entity })),
  ...shown,
];

/** Tables that are not read, because the simulated users do not need them or the tables have too many rows. */
const unread = new Set(["system_log", "reading", "session", "shot_hour"]);

/** Reads the rows that the simulated users of a tenant know. The values of `rest` are copied into the result. */
export async function readWorld(
  app: App,
  tenantId: number,
  rest: Pick<World, "rights" | "now" | "licence" | "successes">,
): Promise<World> {
  const tables = tablesOf(app);
  const results = await app.db.run(tenantId, [
    ...tables.map(
      ({ table, key, entity }) => sql`
        select to_jsonb(t) as row
        from ${sql.id(table)} t
        where t.tenant_id = ${tenantId}
        order by
          ${entity ? sql.raw("t.updated_date desc nulls last,") : sql.empty}
          ${sql.join(key.map((k) => sql.id(snake(k))))}
        limit ${lookedUp}
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
    sql`
      select file_id, media_type, owner_table, owner_id
      from file_info
      where tenant_id = ${tenantId}
        and (owner_table in ('CUST_ORDER_HD', 'GOODS_INFO') or media_type = 'application/pdf')
      order by file_id
    `,
  ]);
  const stored = results.pop() ?? [];
  const files = results.pop() ?? [];
  const offers = results.pop() ?? [];
  const rows = new Map<string, Known[]>();
  const known = new Map<string, Known[]>();
  const keys = new Map<string, readonly unknown[]>();
  tables.forEach((table, i) => {
    putRows(
      { rows, known, keys },
      table,
      (results[i] ?? []).map((r) => knownOf(r.row as object)),
    );
  });
  keys.set(
    "fileId",
    files.flatMap((f) => f.files as string[]),
  );
  return {
    rows,
    known,
    keys,
    keyOf: new Map(tables.map((t) => [t.wire, t.key])),
    pdfs: new Set(stored.filter((f) => f.media_type === "application/pdf").map((f) => String(f.file_id))),
    attached: stored.map((f) => ({
      table: String(f.owner_table),
      key: String(f.owner_id),
      fileId: String(f.file_id),
    })),
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
  { rows, known, keys }: Pick<World, "rows" | "known" | "keys">,
  { wire, key, entity }: KnownTable,
  found: readonly Known[],
): void {
  known.set(wire, found);
  if (!entity) return;
  const latest = found.slice(0, seen);
  rows.set(wire, latest);
  const [name, ...rest] = key;
  if (name === undefined || rest.length > 0) return;
  const values = latest.map((r) => r[name]);
  const field: Field | undefined = entity.fields[name];
  for (const k of [wire, name, ...(field ? [wireName(name, field)] : [])]) keys.set(k, values);
}

/** Adds changed rows to the world, as if the users had looked at these rows. The latest row comes first. */
export function learn(app: App, world: World, changes: readonly Change[]): void {
  const tables = new Map(tablesOf(app).map((t) => [t.table, t] as const));
  for (const { table, before, after } of changes) {
    const user = String(after?.created_by);
    if (table === "file_info" && after?.media_type === "application/pdf")
      world.pdfs.add(String(after.file_id));
    if (table === "file_info" && after?.owner_table === null)
      world.files.set(user, [...(world.files.get(user) ?? []), String(after.file_id)]);
    const known = tables.get(table);
    if (!known) continue;
    const keyOf = (row: Known) => known.key.map((k) => String(row[k])).join("/");
    const gone = [before, after].flatMap((row) => (row ? [keyOf(knownOf(row))] : []));
    const others = (world.known.get(known.wire) ?? []).filter((row) => !gone.includes(keyOf(row)));
    putRows(world, known, [...(after ? [knownOf(after)] : []), ...others].slice(0, lookedUp));
  }
}
