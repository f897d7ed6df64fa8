import {
  type Access,
  type Command,
  type Entity,
  type Field,
  isArchivable,
  snake,
  wireName,
} from "@shotkeeper/contract/kernel";
import type { App } from "../../app.ts";
import type { CommandImpl, TableImpl } from "../../kernel/registry.ts";
import { pick, pickRecent } from "./pick.ts";
import type { Thought } from "./thought.ts";
import { ofNewRow, someRow } from "./values.ts";
import { allModules } from "./world.ts";

/** A random request, and the facts that are needed to check its answer. */
export interface Request {
  readonly body: Readonly<Record<string, unknown>>;
  /** Name of the operation in the report of the coverage: the command, or the type of write and the table. */
  readonly name: string;
  /** Operations that count as covered when the request succeeds. Default: `name`. */
  readonly done?: readonly string[];
  /** Database table of a write; null for a command. */
  readonly table: string | null;
  /** True for a command that only reads. */
  readonly isRead: boolean;
}

/**
 * Operations of a module of the server. A test run prefers a few modules, so that their documents reach many states.
 */
interface Area {
  readonly commands: readonly CommandImpl[];
  readonly tables: readonly TableImpl[];
}

const actionOf = { A: "insert", M: "update", D: "delete" } as const;

const isReading = (a: Access) => (a.kind === "right" && a.action === "Q") || a.kind === "anonymous";

/** Commands that only read, although their declared access is not the right to query. */
const readers = new Set([
  "rf_Search",
  "rf_MapSettings",
  "rf_GetDemoProgress",
  "rf_WeChatState",
  "rf_GetSoftInfo",
  "rf_PreviewRelease",
  "rf_GetLabelAccess",
  "rf_MySessions",
  "rf_SecondFactorState",
  "rf_GetAuditState",
  "rf_MatchBankLines",
]);

/** Commands that need only the right to query but store their result: a document, or the delivery of a parcel. */
const storing = new Set(["rf_PrintToPdf", "rf_QryExpressDeliverySf"]);

export const isReader = ({ type, access }: Command): boolean =>
  (isReading(access) && !storing.has(type)) || readers.has(type);

/**
 * Returns whether, by its name, a command's input takes the key `key` or a list of such keys. Example: `orderNo` and
 * `orderNos` for the key `orderNo`.
 */
const isKey = (name: string, key: string) => name === key || name === `${key}s`;

export class Desk {
  private readonly areas: readonly Area[];
  private readonly favourites: readonly Area[];
  private readonly tickets: readonly Area[];
  private readonly entities: ReadonlyMap<string, Entity>;

  constructor(app: App, random: Thought["random"]) {
    this.areas = allModules(app)
      .map((m) => ({ commands: m.commands ?? [], tables: m.tables ?? [] }))
      .filter((a) => a.commands.length + a.tables.length > 0);
    // Draws areas (modules of the server) with many operations more often: the weight of an area is its number of
    // commands plus twice its number of tables.
    const tickets = this.areas.flatMap((a) => [...a.commands, ...a.tables, ...a.tables].map(() => a));
    this.favourites = Array.from({ length: 3 }, () => pick(random, tickets)).filter((a) => a !== undefined);
    this.tickets = tickets;
    this.entities = new Map(
      allModules(app).flatMap((m) =>
        (m.tables ?? []).map((t) => [t.entity.name.toLowerCase(), t.entity] as const),
      ),
    );
  }

  /** Returns a random command or write, mostly about a row that changed lately. */
  next(t: Omit<Thought, "anchor">): Request {
    const { random } = t;
    const area = pick(random, random() < 0.75 ? this.favourites : this.tickets);
    if (!area) throw new Error("no area");
    const table = pick(
      random,
      area.tables.filter((x) => x.writes.length > 0),
    );
    const isWrite = area.commands.length === 0 || random() < 0.3;
    return isWrite && table ? this.write(t, table) : this.command(t, area);
  }

  private command(o: Omit<Thought, "anchor">, area: Area): Request {
    const { random } = o;
    const impl = pick(random, area.commands);
    if (!impl) throw new Error("no command");
    const { type, input } = impl.command;
    const fields = Object.entries<Field>(input);
    const table = this.tableOf(o.random, area, fields);
    const anchor = table && pickRecent(random, o.world.rows.get(table.entity.wire) ?? []);
    // Inserts a row first in most cases if the command needs a row of this table and no row is known.
    if (table && !anchor && table.writes.includes("A") && random() < 0.8) return this.write(o, table, "A");
    const t = { ...o, anchor };
    const params = someRow(t, fields);
    const plural = type.replace("rf_Import", "").replace(/s$/, "").toLowerCase();
    const imported = this.entities.get(plural) ?? this.entities.get(`${plural}binding`);
    if (type.startsWith("rf_Import") && imported) params.ROWS = [newRow(t, imported)];
    if (type === "rf_QuickOrder") params.ROWS = [{ GOODS_ID: pick(random, o.world.offers)?.goodsId, QTY: 2 }];
    return {
      body: { Type: type, InParams: params },
      name: type,
      table: null,
      // Treats the dry run of an import as a read access, because the dry run only checks the rows.
      isRead: isReader(impl.command) || params.CHECK_ONLY === "Y",
    };
  }

  /**
   * Returns the table to which the command probably refers: usually the table of which most key fields are inputs of
   * the command.
   */
  private tableOf(random: Thought["random"], area: Area, fields: readonly [string, Field][]) {
    const keyOf = (t: TableImpl) =>
      t.entity.key.filter((k) => fields.some(([name]) => isKey(name, k))).length;
    const others = this.areas.flatMap((a) => a.tables).filter((t) => !area.tables.includes(t));
    const tables = [...area.tables, ...others];
    const best = Math.max(0, ...tables.map(keyOf));
    const fit = best === 0 ? area.tables : tables.filter((t) => keyOf(t) === best);
    return random() < 0.7 ? fit[0] : pick(random, fit);
  }

  private write(o: Omit<Thought, "anchor">, { entity, writes }: TableImpl, wanted?: "A"): Request {
    const { random, world } = o;
    const isArchiving = !wanted && isArchivable(entity.fields) && random() < 0.3;
    const action = wanted ?? pick(random, writes) ?? "M";
    const type = isArchiving ? (random() < 0.6 ? "archive" : "restore") : actionOf[action];
    const one = () => {
      const known = world.rows.get(entity.wire) ?? [];
      const t = { ...o, anchor: pickRecent(random, known) };
      return type === "insert" ? newRow(t, entity) : changedRow(t, entity, type);
    };
    return {
      body: {
        Type: type,
        MENU_ID: entity.menu,
        TableName: entity.wire,
        Data: Array.from({ length: random() < 0.8 ? 1 : 3 }, one),
      },
      name: `${type} ${entity.wire}`,
      table: snake(entity.name),
      isRead: false,
    };
  }
}

const keyNames = (e: Entity) => e.key.map((name) => [name, e.fields[name] as Field] as const);

/** Returns a new row, mostly with a new key and sometimes with the key of a stored row. */
function newRow(t: Thought, entity: Entity): Record<string, unknown> {
  const row = someRow(t, ofNewRow(entity.fields));
  const [first, ...rest] = keyNames(entity);
  if (!first || rest.length > 0) return row;
  const [name, f] = first;
  if (f.type === "text" && !f.readOnly && t.random() < 0.9)
    row[wireName(name, f)] = `n${Math.floor(t.random() * 1e9).toString(36)}`;
  return row;
}

/** Returns the key of a stored row, some changed fields, and in half of the cases the date for the optimistic lock. */
function changedRow(t: Thought, entity: Entity, type: string): Record<string, unknown> {
  const { random, anchor } = t;
  const fields = Object.entries(entity.fields).filter(([, f]) => !f.secret);
  const isRare = random() < 0.1;
  const changed = fields.filter(
    ([, f]) => (isRare || (!f.readOnly && !f.virtual && !f.atCreation)) && random() < (isRare ? 0.1 : 0.3),
  );
  const row = type === "update" ? someRow({ ...t, anchor: undefined }, changed) : {};
  for (const [name, f] of keyNames(entity)) row[wireName(name, f)] = anchor?.[name] ?? "NOPE-1";
  const stamp = anchor?.updatedDate;
  if (typeof stamp === "string" && type !== "archive" && type !== "restore" && random() < 0.5)
    row.UPDATED_DATE = new Date(stamp).toISOString();
  return row;
}
