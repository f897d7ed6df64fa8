import { type CallToolResult, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import {
  type Access,
  AppError,
  allows,
  type Condition,
  decodeAnswer,
  decodeReturnData,
  encodeWhere,
  type Field,
  type Fields,
  isPart,
  messageName,
  type Output,
  type Scalar,
  wireName,
} from "@shotkeeper/contract/kernel";
import { serverTexts } from "@shotkeeper/locales/server";
import { type Ctx, callerOf } from "../../kernel/ctx.ts";
import { dispatch } from "../../kernel/dispatch.ts";
import type { Registry } from "../../kernel/registry.ts";
import { describeField, languageOf } from "../openapi/language.ts";
import { object, type Schema } from "../openapi/schema.ts";
import { moldLink, screenLink } from "./links.ts";
import { argumentSchema, describeColumns, nameValues, valueOfName } from "./names.ts";
import { type CommandTool, type ListTool, type Tool, tools } from "./tools.ts";

type Arguments = Readonly<Record<string, unknown>>;

const usualLimit = 20;
const maxLimit = 200;
const instructions =
  "Shotkeeper sees every plastic-injection mold: where it is, whether it runs, how many shots it has made, and what " +
  "it needs next. Counts are exact: explain_count shows the parts of a total. Answers have the figures of the " +
  "screens; `link` opens the screen. A list has `count` rows in total; use page and limit for more.";

const lang = languageOf("en");
const describe = (name: string, f: Field) => describeField(lang, name, f);
const isList = (t: Tool): t is ListTool => "query" in t;
const accessOf = (t: Tool): Access => (isList(t) ? t.query.access : t.command.access);
const columnsOf = ({ query, columns }: ListTool): Fields =>
  columns
    ? Object.fromEntries(
        columns.flatMap((name) => (query.columns[name] ? [[name, query.columns[name]]] : [])),
      )
    : query.columns;

function argumentsOf(t: Tool): Schema {
  if (isList(t)) {
    const filters = Object.entries(t.filters).map(([name, { field, operator, standard }]) => {
      const f = t.query.columns[field] ?? { type: "text" };
      const schema = argumentSchema(f, describe(field, f), operator === "LIKE");
      return [name, { ...schema, ...(standard === undefined ? {} : { default: standard }) }] as const;
    });
    const required = Object.keys(t.filters).filter((name) => t.filters[name]?.required);
    return object(
      {
        ...Object.fromEntries(filters),
        page: { type: "integer", minimum: 1, default: 1 },
        limit: { type: "integer", minimum: 1, maximum: maxLimit, default: usualLimit },
      },
      required,
    );
  }
  const fields = Object.entries(t.command.input);
  return object(
    Object.fromEntries(fields.map(([name, f]) => [name, argumentSchema(f, describe(name, f))])),
    fields.filter(([, f]) => f.required).map(([name]) => name),
  );
}

const aboutOf = (t: Tool) =>
  isList(t) ? `${t.about} Columns: ${describeColumns(columnsOf(t), describe)}.` : t.about;

/** Tools with their argument schemas, which are compiled once. Unknown arguments are refused. */
const prepared = tools.map((tool) => ({
  tool,
  about: aboutOf(tool),
  input: fromJsonSchema<Arguments>({ ...argumentsOf(tool), additionalProperties: false }),
}));

const origin = (ctx: Ctx) => ctx.site?.origin ?? "";

async function runList(ctx: Ctx, registry: Registry, t: ListTool, given: Arguments): Promise<object> {
  const { menu, id, columns } = t.query;
  const where = Object.entries(t.filters).flatMap(([name, { field, operator, standard }]): Condition[] => {
    const value = valueOfName(given[name] ?? standard, columns[field]);
    return value === undefined || value === null ? [] : [{ field, operator, value: value as Scalar }];
  });
  const { data } = await dispatch(ctx, registry, {
    Type: "QueryByID",
    MENU_ID: menu,
    QueryID: id,
    WhereStr: encodeWhere(where, columns),
    Page: given.page ?? 1,
    Limit: given.limit ?? usualLimit,
  });
  const { list, count } = JSON.parse(data ?? "{}") as { list: Record<string, unknown>[]; count: number };
  const shown = columnsOf(t);
  return {
    count,
    rows: list.map((row) => nameValues(decodeAnswer(row, shown), shown)),
    link:
      typeof given.moldNo === "string" && t.filters.moldNo?.required
        ? moldLink(origin(ctx), given.moldNo)
        : screenLink(origin(ctx), menu, where),
  };
}

async function runCommand(ctx: Ctx, registry: Registry, t: CommandTool, given: Arguments): Promise<object> {
  const { type, access, input, output } = t.command;
  const InParams = Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const f = input[name];
      return [f ? wireName(name, f) : name, valueOfName(value, f)];
    }),
  );
  const { data } = await dispatch(ctx, registry, { Type: type, InParams });
  const answer = decodeReturnData(JSON.parse(data ?? "null"), output);
  const named =
    answer === null
      ? null
      : Array.isArray(answer) && isPart(output) && output.kind === "rows"
        ? answer.map((row: object) => nameValues(row, output.of))
        : nameValues(answer as object, output as Output);
  const menu = access.kind === "right" ? access.menus[0] : "";
  const link =
    typeof given.moldNo === "string" ? moldLink(origin(ctx), given.moldNo) : screenLink(origin(ctx), menu);
  return { answer: named, link };
}

/** Returns the text of a refusal, with its code. */
function refusalText({ code, arg, message }: AppError): string {
  const name = messageName(code);
  const text = name ? serverTexts.en.errors[name] : "";
  return `${message}: ${text.replace("%s", arg ?? "")}`;
}

async function run(ctx: Ctx, registry: Registry, t: Tool, given: Arguments): Promise<CallToolResult> {
  try {
    const answer = await (isList(t) ? runList(ctx, registry, t, given) : runCommand(ctx, registry, t, given));
    return {
      content: [{ type: "text", text: JSON.stringify(answer) }],
      structuredContent: answer as Record<string, unknown>,
    };
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.status >= 500) throw cause;
    return { isError: true, content: [{ type: "text", text: refusalText(cause) }] };
  }
}

/**
 * Returns an MCP server for one request, with the tools that the caller may use. Each call of a tool goes through
 * `dispatch`, which checks the caller's rights.
 */
export function mcpServer(ctx: Ctx, registry: Registry): McpServer {
  const server = new McpServer(
    { name: "shotkeeper", title: "Shotkeeper", version: "1.0.0" },
    { instructions, capabilities: { tools: { listChanged: false } } },
  );
  for (const { tool, about, input } of prepared) {
    if (!allows(accessOf(tool), callerOf(ctx.who))) continue;
    const { name, title } = tool;
    const annotations = { readOnlyHint: true, openWorldHint: false };
    server.registerTool(name, { title, description: about, inputSchema: input, annotations }, (given) =>
      run(ctx, registry, tool, given),
    );
  }
  return server;
}
