import {
  codes,
  describeAccess,
  type Entity,
  importLimit,
  isFixed,
  rowsOutcome,
  screensOf,
  wireName,
} from "@shotkeeper/contract/kernel";
import type { ApiOperation, Subject } from "../operations.ts";
import { exampleRecord } from "./examples.ts";
import { answerSchema, changeSchema, inputSchema, keySchema, newRowSchema, rowSchema } from "./fields.ts";
import type { Language } from "./language.ts";
import { answered, failures, onceFailures, onceParameters, securityOf } from "./responses.ts";
import { body, constant, integer, list, object, ref, type Schema } from "./schema.ts";

const paging: Readonly<Record<string, Schema>> = {
  WhereStr: ref("Conditions"),
  Page: { type: "integer", minimum: 1, default: 1 },
  Limit: { type: "integer", minimum: 1, maximum: 1_000_000, default: 20 },
  Sort: ref("SortKeys"),
};

/** Schemas that the description of an operation adds to the OpenAPI document, by name. */
type Named = Record<string, Schema>;

interface Described {
  /** Properties of the body, without the properties that choose the operation. */
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** ReturnData of a successful call. Undefined: the answer has none. */
  readonly data?: Schema;
  /** True: some successful calls get an answer without ReturnData. */
  readonly mayLackData?: true;
  readonly success: readonly string[];
  readonly about: string;
  readonly example: object | undefined;
}

const listOf = (row: string, sums?: Schema): Schema =>
  object(
    {
      list: list(ref(row)),
      count: { ...integer, description: "Number of rows on all pages together" },
      estimated: {
        type: "boolean",
        description: "True: `count` is an estimate from a sample, or was counted up to 30 s ago",
      },
      ...(sums ? { totals: sums } : {}),
    },
    sums ? ["list", "count", "totals"] : ["list", "count"],
  );

const example = (data: object | undefined) => (data === undefined ? undefined : { Data: [data] });

function describeWrite(lang: Language, kind: string, e: Entity, named: Named): Described {
  const { wire, fields, key } = e;
  const rows = (name: string, schema: Schema): Described["properties"] => {
    named[name] = schema;
    return { Data: list(ref(name), { minItems: 1, maxItems: 100_000 }) };
  };
  const required = ["Data"];
  const keyFields = Object.fromEntries(key.flatMap((k) => (fields[k] ? [[k, fields[k]]] : [])));
  switch (kind) {
    case "insert":
      return {
        properties: rows(`new.${wire}`, newRowSchema(lang, fields)),
        required,
        success: [codes.added],
        about: "Inserts rows, all or none. The type `add` means the same",
        example: example(exampleRecord(fields)),
      };
    case "update": {
      const name = Object.keys(fields).find(
        (n) => !key.includes(n) && !isFixed(fields[n] ?? { type: "json" }, "update"),
      );
      const changed = name === undefined ? {} : { [name]: fields[name] };
      return {
        properties: {
          ...rows(`change.${wire}`, changeSchema(lang, fields, key)),
          EACH: {
            type: "string",
            enum: ["Y", "N"],
            default: "N",
            description: `Y: a refused row does not keep the others from being written. At most ${importLimit} rows`,
          },
        },
        required,
        data: answerSchema(lang, rowsOutcome),
        mayLackData: true,
        success: [codes.updated, codes.nothingChanged],
        about:
          "Changes rows, all or none: the key, and the fields to change. With UPDATED_DATE, a row that somebody else " +
          "changed meanwhile is refused (S0017). With EACH, the other rows are changed, and ReturnData names each " +
          "refused row",
        example: example(
          exampleRecord({ ...keyFields, ...(changed as Entity["fields"]) }, [...key, name ?? ""]),
        ),
      };
    }
    default:
      return {
        properties: rows(`key.${wire}`, keySchema(lang, fields, key)),
        required,
        success: [kind === "delete" ? codes.deleted : kind === "archive" ? codes.archived : codes.restored],
        about:
          kind === "delete"
            ? "Deletes rows by their keys, all or none. The type `deleteReq` means the same"
            : kind === "archive"
              ? "Archives rows by their keys, all or none"
              : "Takes archived rows back into use, all or none",
        example: example(exampleRecord(keyFields, key)),
      };
  }
}

function describe(lang: Language, s: Subject, named: Named): Described {
  switch (s.kind) {
    case "query": {
      const { query: q } = s;
      const row = `${q.menu}.${q.id}`;
      named[row] = rowSchema(lang, q.columns);
      const sums = (q.sums ?? []).map((name) => wireName(name, q.columns[name] ?? { type: "json" }));
      return {
        properties: paging,
        required: [],
        data: listOf(
          row,
          sums.length > 0 ? object(Object.fromEntries(sums.map((n) => [n, { type: "number" }]))) : undefined,
        ),
        success: [codes.fetched],
        about: `A page of rows. Key: ${q.key.map((k) => wireName(k, q.columns[k] ?? { type: "json" })).join(", ")}`,
        example: { Page: 1, Limit: 20 },
      };
    }
    case "read": {
      const { entity: e } = s;
      named[e.wire] = rowSchema(lang, e.fields, false);
      return {
        properties: {
          MENU_ID: { enum: screensOf(e), default: e.menu, description: "Screen that shows the table" },
          SelecFields: {
            description: "Fields as a list or a comma list; * for all",
            anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
          },
          ...paging,
        },
        required: [],
        data: listOf(e.wire),
        success: [codes.fetched],
        about: "Rows of the table, with the selected fields",
        example: { Page: 1, Limit: 20 },
      };
    }
    case "command":
    case "preview": {
      const { command: c } = s;
      const input = `${c.type}.input`;
      named[input] = inputSchema(lang, c.input);
      const isPreview = s.kind === "preview";
      const values = exampleRecord(c.input);
      return {
        properties: { InParams: ref(input) },
        required: Object.values(c.input).some((f) => f.required) ? ["InParams"] : [],
        data: answerSchema(lang, isPreview ? (c.preview ?? {}) : c.output),
        success: [isPreview ? codes.fetched : codes[c.success ?? "done"]],
        about: isPreview
          ? "Runs the command, answers what it changes, and changes nothing"
          : "Runs the command",
        example: Object.keys(c.input).length === 0 ? { InParams: {} } : values && { InParams: values },
      };
    }
    default:
      return describeWrite(lang, s.kind, s.entity, named);
  }
}

/**
 * Returns the description of the route `POST /mitt/<id>` of an operation. Adds to `named` the schemas that the
 * description refers to, and the schema of the body with which `POST /mitt` calls the same operation.
 */
export function describeCall(lang: Language, o: ApiOperation, tag: string, named: Named): Schema {
  const d = describe(lang, o.subject, named);
  const summary =
    o.subject.kind === "query" ? `${o.subject.query.menu} ${o.subject.query.id}` : o.id.replace(".", " ");
  const isWrite = !["query", "read", "preview"].includes(o.subject.kind);
  const about = `${d.about}. ${describeAccess(o.access)}`;
  const head = Object.fromEntries(Object.entries(o.head).map(([name, value]) => [name, constant(value)]));
  const screen = "MENU_ID" in d.properties ? ["MENU_ID"] : [];
  named[o.id] = {
    title: summary,
    description: about,
    ...object({ ...head, ...d.properties }, [...Object.keys(head), ...screen, ...d.required]),
  };
  return {
    tags: [tag],
    operationId: o.id,
    summary,
    description: about,
    security: securityOf(o.access),
    requestBody: { ...body(object(d.properties, d.required), d.example), required: d.required.length > 0 },
    ...(isWrite ? { parameters: onceParameters } : {}),
    responses: {
      "200": answered(d.success, d.data, isWrite, d.mayLackData),
      ...failures,
      ...(isWrite ? onceFailures : {}),
    },
  };
}
