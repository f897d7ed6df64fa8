import { type Access, type Entity, isArchivable, snake, wireName } from "@shotkeeper/contract/kernel";
import type { App } from "../../app.ts";
import type { CommandImpl, TableImpl } from "../../kernel/registry.ts";
import { applicationGuides } from "./guides/applications.ts";
import { bankGuides } from "./guides/bank.ts";
import { companyGuides } from "./guides/company.ts";
import { documentGuides } from "./guides/documents.ts";
import type { Chance, FileKind, Guide, Guides, Moment } from "./guides/guide.ts";
import { logInGuides } from "./guides/log-in.ts";
import { moldGuides } from "./guides/molds.ts";
import { newMoldGuides } from "./guides/new-molds.ts";
import { returnGuides } from "./guides/returns.ts";
import { shopGuides } from "./guides/shop.ts";
import { systemGuides } from "./guides/system.ts";
import { type Person, people } from "./people.ts";
import { pick, pickRecent } from "./pick.ts";
import { isReader, type Request } from "./requests.ts";
import { completeInput, completeRow } from "./sensible-values.ts";
import { allModules, type Known, type World } from "./world.ts";

const guides: Guides = {
  ...moldGuides,
  ...documentGuides,
  ...newMoldGuides,
  ...shopGuides,
  ...returnGuides,
  ...applicationGuides,
  ...companyGuides,
  ...bankGuides,
  ...systemGuides,
  ...logInGuides,
};

/** An operation that a user may choose as the next step. */
interface Step {
  readonly name: string;
  readonly guide: Guide;
  readonly access: Access | undefined;
  /** Returns the request. Returns undefined if the operation is not possible now. */
  readonly request: (m: Moment) => Request | undefined;
}

/** An operation that a user is going to perform. */
export interface Intention {
  readonly person: Person;
  /** Kind of file that the user uploads before the operation. */
  readonly upload?: FileKind | undefined;
  /** Returns the request. Returns undefined if the operation has no suitable values. */
  request(): Request | undefined;
  /** Name of the operation that the same user performs right after this one. */
  readonly next?: string | undefined;
}

const actions = { A: "insert", M: "update", D: "delete" } as const;
type WriteType = "insert" | "update" | "delete" | "archive" | "restore";

/** Returns the table of an import command, whose name contains the table's name in the plural: rf_ImportMolds. */
function importedBy(type: string, tables: readonly TableImpl[]): TableImpl | undefined {
  const name = type.replace("rf_Import", "").replace(/s$/, "").toLowerCase();
  return tables.find((t) => [name, `${name}binding`].includes(t.entity.name.toLowerCase()));
}

const writeRequest = (type: WriteType, { menu, wire, name }: Entity, row: object): Request => ({
  body: { Type: type, MENU_ID: menu, TableName: wire, Data: [row] },
  name: `${type} ${wire}`,
  table: snake(name),
  isRead: false,
});

/** Returns the key of a row under its wire names. */
const keyOf = (entity: Entity, row: Known): Record<string, unknown> =>
  Object.fromEntries(
    entity.key.map((k) => {
      const f = entity.fields[k];
      return [f ? wireName(k, f) : k, row[k]];
    }),
  );

/**
 * Chooses sensible requests: an operation that the state of a row allows, with all inputs, and a user who may perform
 * it. Most of these requests succeed, so documents reach states that random requests rarely reach.
 */
export class SensibleDesk {
  private readonly steps: readonly Step[];
  /**
   * Number of times that each operation was chosen. Rare operations are preferred, so that a test run reaches most of
   * them.
   */
  private readonly chosen = new Map<string, number>();
  /** Operations that have succeeded. Operations that have not succeeded yet are preferred. */
  private readonly succeeded = new Set<string>();
  private readonly favourites: ReadonlySet<string>;

  /**
   * @param seed selects the preferred areas (modules of the server). Successive seeds prefer different areas, so that a
   * few runs go deep into each of them.
   */
  constructor(app: App, seed: number) {
    const areas = allModules(app);
    const tables = areas.flatMap((a) => a.tables ?? []);
    const stepsOf = areas.map((a) => [
      ...(a.commands ?? []).map((c) => commandStep(c, tables)),
      ...(a.tables ?? []).flatMap((t) => writeSteps(t, tables)),
    ]);
    this.steps = stepsOf.flat();
    // Puts an area (module of the server) into the list once for every 12 of its operations (`stepsPerTurn`), because a
    // large area needs more requests.
    const large = stepsOf
      .filter((steps) => steps.length >= 4)
      .flatMap((steps) => Array.from({ length: Math.ceil(steps.length / stepsPerTurn) }, () => steps));
    const some = [0, 1, 2].map((i) => large[(seed * 3 + i) % large.length] ?? []);
    this.favourites = new Set(some.flat().map((s) => s.name));
  }

  /**
   * Returns an operation that is possible now, with a user who may perform it. Returns undefined if no operation is
   * possible.
   */
  next(random: Chance["random"], world: World): Intention | undefined {
    const isNear = random() < 0.7;
    const possible = this.steps.filter(
      (s) => (!isNear || this.favourites.has(s.name)) && rowsFor(s, world).length > 0,
    );
    const step = this.choose(random, possible);
    if (!step) return undefined;
    this.chosen.set(step.name, (this.chosen.get(step.name) ?? 0) + 1);
    const row = pickRecent(random, rowsFor(step, world)) ?? {};
    const person = userFor(random, step, row);
    if (!person) return undefined;
    const { upload, next } = step.guide;
    const request = () => step.request({ random, world, userId: person.userId, row });
    return { person, upload, request, next };
  }

  /** Records that an operation has succeeded. */
  note(name: string): void {
    this.succeeded.add(name);
  }

  /** Returns the request for an operation that the user performs right after another one (`Guide.next`). */
  after(random: Chance["random"], world: World, person: Person, name: string): Request | undefined {
    const step = this.steps.find((s) => s.name === name);
    return step?.request({ random, world, userId: person.userId, row: nothing });
  }

  private choose(random: Chance["random"], steps: readonly Step[]): Step | undefined {
    // Prefers operations on documents, because each state of a document allows further operations.
    const weightOf = (s: Step) => {
      const chosen = this.chosen.get(s.name) ?? 0;
      const weight = s.guide.weight ?? (s.guide.fits ? 3 : 1);
      const isUrgent = !this.succeeded.has(s.name) && chosen < attempts;
      return isUrgent ? 3.3 * weight : weight / (1 + chosen);
    };
    let left = random() * steps.reduce((n, s) => n + weightOf(s), 0);
    return steps.find((s) => {
      left -= weightOf(s);
      return left < 0;
    });
  }
}

/**
 * An area (module of the server) is in the list of areas once for this number of operations. Example: an area with 30
 * operations is in the list three times.
 */
const stepsPerTurn = 12;
/** An operation that has not succeeded yet is preferred for this number of attempts. */
const attempts = 4;

const nothing: Known = {};

/** Returns the rows on which the operation is possible. For an operation about no row, returns one empty row. */
function rowsFor({ guide }: Step, world: World): readonly Known[] {
  if (guide.about === undefined) return (guide.fits?.(nothing, world) ?? true) ? [nothing] : [];
  return (world.known.get(guide.about) ?? []).filter((r) => guide.fits?.(r, world) ?? true);
}

/**
 * Returns a user for the operation: mostly an administrator, who sees all rows, and never the user who did the previous
 * step.
 */
function userFor(random: Chance["random"], { guide, access }: Step, row: Known): Person | undefined {
  const isAdmin = random() < 0.8;
  const previous = guide.notBy?.(row);
  const able = typeof guide.by === "function" ? guide.by(row) : guide.by;
  const fit = people.filter(
    (p) =>
      p.userId !== previous &&
      (able?.includes(p.userId) ??
        (access?.kind === "role" ? p.roleCode === access.roleCode : !isAdmin || p.roleCode === "admin")),
  );
  return pick(random, fit);
}

function commandStep(impl: CommandImpl, tables: readonly TableImpl[]): Step {
  const { type, input, access } = impl.command;
  const guide = guides[type] ?? {};
  const imported = type.startsWith("rf_Import") ? importedBy(type, tables) : undefined;
  return {
    name: type,
    guide,
    access,
    request(m) {
      const params = completeInput(m, Object.entries(input), guide, 0.15);
      if (!params) return undefined;
      if (imported && guide.values === undefined) {
        const row = completeRow(m, imported.entity, guides[`insert ${imported.entity.wire}`] ?? {});
        if (!row) return undefined;
        Object.assign(params, { ROWS: [row], CHECK_ONLY: "N" });
      }
      // Sends the command's preview first in some cases.
      const isPreview = impl.preview !== undefined && m.random() < 0.2;
      return {
        body: isPreview
          ? { Type: "preview", Command: type, InParams: params }
          : { Type: type, InParams: params },
        name: isPreview ? `preview ${type}` : type,
        table: null,
        isRead: isPreview || isReader(impl.command),
      };
    },
  };
}

/** Inserts a header row together with one line. */
function withLine(m: Moment, entity: Entity, guide: Guide, lines: Entity): Request | undefined {
  const head = completeRow(m, entity, guide);
  const [key = ""] = entity.key;
  const f = entity.fields[key];
  if (!head || !f) return undefined;
  const about = { ...m.row, [key]: head[wireName(key, f)] };
  const line = completeRow({ ...m, row: about }, lines, guides[`insert ${lines.wire}`] ?? {});
  if (!line) return undefined;
  return {
    ...writeRequest("insert", entity, head),
    done: [`insert ${entity.wire}`, `insert ${lines.wire}`],
    body: {
      Type: "DoHDAndDT",
      MENU_ID: entity.menu,
      HD: { TableName: entity.wire, Data: [head] },
      DT: [{ TableName: lines.wire, Data: [line] }],
    },
  };
}

function writeSteps({ entity, writes }: TableImpl, tables: readonly TableImpl[]): Step[] {
  const types: readonly WriteType[] = [
    ...writes.map((w) => actions[w]),
    ...(isArchivable(entity.fields) && writes.length > 0 ? (["archive", "restore"] as const) : []),
  ];
  return types.map((type) => {
    const name = `${type} ${entity.wire}`;
    const own = guides[name] ?? {};
    const guide = type === "insert" ? own : { about: entity.wire, ...rowsOfType(type), ...own };
    return {
      name,
      guide,
      access: undefined,
      request(m) {
        const lines = tables.find((t) => t.entity.wire === guide.lines)?.entity;
        if (type === "insert" && lines) return withLine(m, entity, guide, lines);
        const row = type === "insert" ? completeRow(m, entity, guide) : changedRow(m, entity, type, guide);
        return row && writeRequest(type, entity, row);
      },
    };
  });
}

/**
 * Returns the default condition on the rows of a write, for operations whose guide (guides/guide.ts) has no `fits`. A
 * restore needs an archived row, and all other writes need a row that is not archived.
 */
const rowsOfType = (type: WriteType): Pick<Guide, "fits"> =>
  type === "restore" ? { fits: (r) => Boolean(r.archivedDate) } : { fits: (r) => !r.archivedDate };

function changedRow(
  m: Moment,
  entity: Entity,
  type: WriteType,
  guide: Guide,
): Record<string, unknown> | undefined {
  const key = keyOf(entity, m.row);
  if (type !== "update") return key;
  const values = guide.values?.(m);
  const named = (name: string) => {
    const f = entity.fields[name];
    return f ? [wireName(name, f)] : [];
  };
  if (guide.values && !values) return undefined;
  const changes = Object.entries(values ?? {}).flatMap(([name, v]) =>
    named(name).map((wire) => [wire, v] as const),
  );
  const stamp = m.row.updatedDate;
  const guard =
    typeof stamp === "string" && m.random() < 0.3 ? { UPDATED_DATE: new Date(stamp).toISOString() } : {};
  // An update must change something: the remark, which most tables have, if the guide sets no values.
  const remark =
    entity.fields.remark && changes.length === 0 ? { REMARK: `note ${Math.floor(m.random() * 999)}` } : {};
  return { ...key, ...remark, ...Object.fromEntries(changes), ...guard };
}
