import {
  defineEntity,
  defineEnum,
  defineQuery,
  defineWireCommand,
  field,
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

/** A value that a script asks for: `:name` in its text. */
export interface ScriptParameter {
  readonly name: string;
  readonly label: string;
  readonly type: (typeof scriptValueType.values)[keyof typeof scriptValueType.values];
}

/** A query of the tenant's own. Its text is written by rf_SaveScript, which looks at it first. */
export const script = defineEntity({
  name: "script",
  wire: "SYS_SCRIPT",
  access: tableRights(menus.script),
  key: ["scriptId"],
  fields: {
    scriptId: field.text(50, { required: true, pattern: /^[A-Za-z0-9_-]+$/ }),
    scriptName: field.text(100, { required: true }),
    sqlText: field.text(20_000, { readOnly: true }),
    // Kept in the column that the wire's name says.
    scriptParameters: {
      ...field.json<readonly ScriptParameter[]>(),
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

export const saveScript = defineWireCommand<null>()({
  type: "rf_SaveScript",
  access: right(menus.script, "M"),
  input: {
    scriptId: script.fields.scriptId,
    scriptName: script.fields.scriptName,
    remark: script.fields.remark,
    // Comparisons look like markup to the check of texts; what may stand here is checked far more strictly.
    statement: field.json<string>(),
    scriptParameters: { ...field.json<readonly ScriptParameter[]>(), wire: "PARAMETERS" },
    updatedDate: field.time(),
  },
});

export interface ScriptResult {
  readonly COLUMNS: readonly string[];
  readonly ROWS: readonly Readonly<Record<string, unknown>>[];
  /** There are more rows than are answered. */
  readonly MORE: "Y" | "N";
  readonly MS: number;
}

/** Runs a saved script, or a text that is being written: the latter takes the right to change scripts. */
export const runScript = defineWireCommand<ScriptResult>()({
  type: "rf_RunScript",
  access: right(menus.script, "Q"),
  input: {
    scriptId: field.text(50),
    statement: field.json<string>(),
    scriptParameters: { ...field.json<readonly ScriptParameter[]>(), wire: "PARAMETERS" },
    scriptValues: field.json<Readonly<Record<string, unknown>>>(),
  },
});

/** What scripts can read: views and their columns. */
export const scriptViews = defineWireCommand<
  readonly { readonly VIEW: string; readonly COLUMNS: readonly string[] }[]
>()({
  type: "rf_ScriptViews",
  access: right(menus.script, "Q"),
  input: {},
});

export const scriptLimits = { rows: 10_000, seconds: 5, bytes: 20_000_000 } as const;
