import {
  type Access,
  accessOfTable,
  type Command,
  type Entity,
  errors,
  isArchivable,
  onWire,
  type Query,
} from "@shotkeeper/contract/kernel";
import type { Registry } from "../kernel/registry.ts";

type Body = Readonly<Record<string, unknown>>;

/** Subject of an operation: what it reads, writes or runs. */
export type Subject =
  | { readonly kind: "query"; readonly query: Query }
  | {
      readonly kind: "read" | "insert" | "update" | "delete" | "archive" | "restore";
      readonly entity: Entity;
    }
  | { readonly kind: "command" | "preview"; readonly command: Command };

/** One operation of the business API. It has two addresses: its own, `/mitt/<id>`, and the common one, `/mitt`. */
export interface ApiOperation {
  /** Unique name of the operation, such as `query.BS101.Q01`, `insert.BS_MOLD` or `rf_ExplainCount`. */
  readonly id: string;
  readonly access: Access;
  /** Screen to which the operation belongs. */
  readonly menu: string | undefined;
  /** Fields of a body for POST /mitt that choose this operation. */
  readonly head: Readonly<Record<string, string>>;
  readonly subject: Subject;
}

const actions = { insert: "A", update: "M", delete: "D", archive: "D", restore: "D" } as const;

function tableOperations(entity: Entity, writes: readonly ("A" | "M" | "D")[]): ApiOperation[] {
  const { wire, menu } = entity;
  const kinds = (Object.keys(actions) as (keyof typeof actions)[]).filter((kind) =>
    kind === "archive" || kind === "restore" ? isArchivable(entity.fields) : writes.includes(actions[kind]),
  );
  return [
    {
      id: `read.${wire}`,
      access: accessOfTable(entity.access, "Q"),
      menu,
      head: { Type: "QueryBySelf", TableName: wire },
      subject: { kind: "read", entity },
    },
    ...kinds.map(
      (kind): ApiOperation => ({
        id: `${kind}.${wire}`,
        access: accessOfTable(entity.access, actions[kind]),
        menu,
        head: { Type: kind, MENU_ID: menu, TableName: wire },
        subject: { kind, entity },
      }),
    ),
  ];
}

function commandOperations(command: Command): ApiOperation[] {
  const { type, access } = command;
  const menu = access.kind === "right" ? access.menus[0] : undefined;
  const own: ApiOperation = {
    id: type,
    access,
    menu,
    head: { Type: type },
    subject: { kind: "command", command },
  };
  if (!command.preview) return [own];
  const head = { Type: "preview", Command: type };
  return [own, { id: `preview.${type}`, access, menu, head, subject: { kind: "preview", command } }];
}

/** Returns all operations that a caller may name. */
export function apiOperations({ queries, tables, commands }: Registry): ApiOperation[] {
  return [
    ...[...queries.values()].map(
      ({ query }): ApiOperation => ({
        id: `query.${query.menu}.${query.id}`,
        access: query.access,
        menu: query.access.kind === "right" ? query.access.menus[0] : query.menu,
        head: { Type: "QueryByID", MENU_ID: query.menu, QueryID: query.id },
        subject: { kind: "query", query },
      }),
    ),
    ...[...tables.values()].flatMap(({ entity, writes }) => tableOperations(entity, writes)),
    ...[...commands.values()].flatMap(({ command }) => commandOperations(command)),
  ];
}

/** Returns the body for `POST /mitt` that is equivalent to the body `sent` to the operation's own address. */
export function bodyOf(o: ApiOperation, sent: unknown): Body {
  if (sent !== undefined && sent !== null && (typeof sent !== "object" || Array.isArray(sent)))
    throw errors.malformedBody();
  const body = (sent ?? {}) as Body;
  for (const [name, value] of Object.entries(o.head))
    if (body[name] !== undefined && body[name] !== value) throw errors.invalidField(onWire(name));
  // A caller that reads a table may name the screen for which it reads, because the rows of some tables belong to
  // several screens. By default, this is the table's own screen.
  const screen = o.subject.kind === "read" ? { MENU_ID: o.subject.entity.menu } : {};
  return { ...screen, ...body, ...o.head };
}
