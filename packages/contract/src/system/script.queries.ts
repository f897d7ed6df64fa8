import {
  type CommandOutput,
  defineCommand,
  defineEntity,
  defineEnum,
  defineQuery,
  field,
  onlyWriters,
  output,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const scriptValueType = defineEnum("scriptValueType", {
  text: "text",
  int: "int",
  decimal: "decimal",
  date: "date",
  time: "time",
});

/** A parameter of a script. The script's text refers to it as `:name`. */
export interface ScriptParameter {
  readonly name: string;
  readonly label: string;
  readonly type: (typeof scriptValueType.values)[keyof typeof scriptValueType.values];
}

const scriptParameter = { properties: { name: "text", label: "text", type: "text" } } as const;

/**
 * A database query that a user of the tenant has written. Only `rf_SaveScript` writes the query's text, because that
 * command checks the text first.
 */
export const script = defineEntity({
  name: "script",
  wire: "SYS_SCRIPT",
  access: tableRights(menus.script, { writers: onlyWriters("staff") }),
  key: ["scriptId"],
  fields: {
    scriptId: field.text(50, { required: true, pattern: /^[A-Za-z0-9_-]+$/ }),
    scriptName: field.text(100, { required: true }),
    sqlText: field.text(20_000, { readOnly: true }),
    // Declares the field as virtual, because the database column is named `parameters` and not `script_parameters`. The
    // server's query reads the column.
    scriptParameters: {
      ...field.json<readonly ScriptParameter[]>({ list: scriptParameter }),
      wire: "PARAMETERS",
      virtual: true as const,
    },
    remark: field.text(200),
  },
});

export const scriptList = defineQuery({
  menu: menus.script,
  id: "Q01",
  access: right(menus.script, "Q"),
  key: ["scriptId"],
  columns: script.fields,
});

export const saveScript = defineCommand({
  type: "rf_SaveScript",
  access: right(menus.script, "M", { only: ["staff"] }),
  input: {
    scriptId: script.fields.scriptId,
    scriptName: script.fields.scriptName,
    remark: script.fields.remark,
    // Declared as JSON instead of text, because the check of texts would refuse `<` as markup. The server checks the
    // SQL of a script by stricter rules.
    statement: field.json<string>("text"),
    scriptParameters: {
      ...field.json<readonly ScriptParameter[]>({ list: scriptParameter }),
      wire: "PARAMETERS",
    },
    updatedDate: field.time(),
  },
  output: {},
});

/** Runs a saved script or an unsaved text. An unsaved text needs the right to modify scripts. */
export const runScript = defineCommand({
  type: "rf_RunScript",
  access: right(menus.script, "Q", { only: ["staff"] }),
  // Not read-only, because the command writes each run to the system log.
  readOnly: false,
  input: {
    scriptId: field.text(50),
    statement: field.json<string>("text"),
    scriptParameters: {
      ...field.json<readonly ScriptParameter[]>({ list: scriptParameter }),
      wire: "PARAMETERS",
    },
    scriptValues: field.json<Readonly<Record<string, unknown>>>("object"),
  },
  output: {
    columns: output.values<string>({ shape: "text" }),
    /** Rows of the result. The keys are the script's own column names. */
    rows: output.values<Readonly<Record<string, unknown>>>({ shape: "object" }),
    /** True if the script found more rows than the answer may contain. */
    hasMore: field.flag({ wire: "MORE", required: true }),
    elapsedMs: field.int({ wire: "MS", required: true }),
  },
});

export type ScriptResult = CommandOutput<typeof runScript>;

/** Returns the database views that scripts can read, with their columns. */
export const scriptViews = defineCommand({
  type: "rf_ScriptViews",
  access: right(menus.script, "Q", { only: ["staff"] }),
  input: {},
  output: output.rows({
    view: field.text(63, { required: true }),
    columns: output.values<string>({ shape: "text" }),
  }),
});
