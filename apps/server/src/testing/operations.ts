import {
  type Access,
  accessOfTable,
  anonymous,
  type Command,
  type Entity,
  isArchivable,
  screensOf,
  wireIndex,
} from "@shotkeeper/contract/kernel";
import type { Registry } from "../kernel/registry.ts";
import { noon } from "./server.ts";

type Body = Readonly<Record<string, unknown>>;

/** An operation of the server, with one request for each screen that offers it. */
export interface Operation {
  /** Name of the operation in docs/access.md. */
  readonly name: string;
  readonly access: Access;
  readonly requests: readonly Body[];
}

/** Returns the value of a field by its name, or undefined if any value of the field's type is suitable. */
export type Samples = (field: string) => unknown;

/** Returns an input of the command in which every field has a value of its type. */
export function sampleInput({ input }: Command, samples: Samples): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, f] of Object.entries(input)) {
    const byType = {
      int: 1,
      decimal: 1,
      time: new Date(noon).toISOString(),
      date: "2026-05-20",
      choice: Object.values(f.options?.values ?? {})[0],
      flag: "Y",
      json: "x",
      text: "x",
    };
    const sample = samples(name);
    values[wireIndex(input).toWire.get(name) ?? name] = sample === undefined ? byType[f.type] : sample;
  }
  return values;
}

/** Returns the key of a sample row in the form in which clients send it. */
export function sampleKey(e: Entity, samples: Samples): Record<string, unknown> {
  return Object.fromEntries(e.key.map((k) => [wireIndex(e.fields).toWire.get(k), samples(k) ?? "1"]));
}

const writeTypes = { A: "insert", M: "update", D: "delete" } as const;

function tableOperations(e: Entity, writes: readonly ("A" | "M" | "D")[], samples: Samples): Operation[] {
  const head = { MENU_ID: e.menu, TableName: e.wire };
  const read = (more: object = {}) =>
    screensOf(e).map((MENU_ID): Body => ({ ...head, ...more, MENU_ID, Type: "QueryBySelf", Limit: 1 }));
  const { toWire } = wireIndex(e.fields);
  const open = e.access.anonymousFields;
  const closedField = Object.keys(e.fields).find((name) => !open?.includes(name));
  const all: Operation[] = [
    {
      name: `read ${e.wire}`,
      access: accessOfTable(e.access, "Q"),
      requests: read(open ? { SelecFields: toWire.get(closedField ?? "") } : {}),
    },
  ];
  if (open)
    all.push({
      name: `read ${e.wire} (public fields)`,
      access: anonymous,
      requests: read({ SelecFields: toWire.get(open[0] ?? "") }),
    });
  for (const action of writes)
    all.push({
      name: `${writeTypes[action]} ${e.wire}`,
      access: accessOfTable(e.access, action),
      requests: [{ ...head, Type: writeTypes[action], Data: [sampleKey(e, samples)] }],
    });
  if (isArchivable(e.fields))
    for (const Type of ["archive", "restore"])
      all.push({
        name: `${Type} ${e.wire}`,
        access: accessOfTable(e.access, "D"),
        requests: [{ ...head, Type, Data: [sampleKey(e, samples)] }],
      });
  return all;
}

/** Returns every registered operation, sorted by name, with a request that calls it. */
export function operationsOf({ queries, tables, commands }: Registry, samples: Samples = () => undefined) {
  const all: Operation[] = [];
  for (const { query: q } of queries.values())
    all.push({
      name: `${q.menu} ${q.id}`,
      access: q.access,
      requests: [{ Type: "QueryByID", MENU_ID: q.menu, QueryID: q.id, Limit: 1 }],
    });
  for (const { entity, writes } of tables.values()) all.push(...tableOperations(entity, writes, samples));
  for (const { command: c } of commands.values()) {
    const InParams = sampleInput(c, samples);
    all.push({ name: c.type, access: c.access, requests: [{ Type: c.type, InParams }] });
    if (c.preview)
      all.push({
        name: `preview ${c.type}`,
        access: c.access,
        requests: [{ Type: "preview", Command: c.type, InParams }],
      });
  }
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}
