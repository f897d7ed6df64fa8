import { commands, entities, queries } from "@shotkeeper/contract/catalogue";
import {
  type Access,
  type Field,
  type Fields,
  messageNames,
  messages,
  wireName,
} from "@shotkeeper/contract/kernel";
import { menuTree } from "@shotkeeper/contract/menus";
import { type LocaleCode, menuLabel, type ServerTexts, serverTexts } from "@shotkeeper/locales/server";
import { openApiDocument, queryName } from "./openapi.ts";
import type { Schema } from "./openapi-routes.ts";

const words = {
  en: {
    intro: "Everything that a client may ask for. Programs read [openapi.json](openapi.json).",
    mitt: "Each operation `/mitt#…` is a call of `POST /mitt`. Its body says which one it is.",
    codes: "Messages",
    codesHead: "| Code | Text |",
    key: "key",
    paths: "HTTP paths",
    every: "Without a screen",
  },
  zh_CN: {
    intro: "客户端可以请求的全部内容。程序请读取 [openapi.json](openapi.json)。",
    mitt: "每个 `/mitt#…` 操作都是一次 `POST /mitt` 调用，由请求体指明是哪一个。",
    codes: "消息代码",
    codesHead: "| 代码 | 内容 |",
    key: "主键",
    paths: "HTTP 路径",
    every: "不属于任何页面",
  },
  zh_TW: {
    intro: "用戶端可以請求的全部內容。程式請讀取 [openapi.json](openapi.json)。",
    mitt: "每個 `/mitt#…` 操作都是一次 `POST /mitt` 呼叫，由請求主體指明是哪一個。",
    codes: "訊息代碼",
    codesHead: "| 代碼 | 內容 |",
    key: "主鍵",
    paths: "HTTP 路徑",
    every: "不屬於任何頁面",
  },
} as const satisfies Record<LocaleCode, unknown>;

interface Language {
  readonly w: (typeof words)[LocaleCode];
  readonly texts: ServerTexts;
}

/** Describes a field for human readers: label, key, unit, choices and reference. */
function describeField({ w, texts }: Language, name: string, f: Field, isKey: boolean): string {
  const labels: Readonly<Record<string, string>> = texts.fields;
  const choices = Object.entries(f.options?.values ?? {}).map(([choice, value]) => `${value} ${choice}`);
  return [
    labels[name] ?? name,
    isKey ? w.key : "",
    f.unit,
    choices.join(", "),
    f.reference && `→ ${f.reference}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Adds the descriptions of fields to the schema of their object. */
function describeFields(lang: Language, schema: unknown, fields: Fields, key: readonly string[] = []): void {
  const { properties } = schema as { properties: Record<string, Record<string, unknown>> };
  for (const [name, f] of Object.entries(fields)) {
    const property = properties[wireName(name, f)];
    if (property) property.description = describeField(lang, name, f, key.includes(name));
  }
}

/** Returns the OpenAPI operation that describes one call of POST /mitt. */
function operation(tag: string, schemaName: string, schema: Schema, rows?: string): Schema {
  const answer = (returnData: Schema) => ({
    type: "object",
    properties: { Code: { type: "integer" }, Msg: { type: "string" }, ReturnData: returnData },
  });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  return {
    post: {
      tags: [tag],
      operationId: schemaName,
      summary: schema.title,
      description: schema.description,
      requestBody: { required: true, content: { "application/json": { schema: ref(schemaName) } } },
      responses: {
        "200": {
          description: "Code 0",
          content: {
            "application/json": { schema: answer(rows ? { type: "array", items: ref(rows) } : {}) },
          },
        },
      },
    },
  };
}

const menuOf = (access: Access): string | undefined =>
  access.kind === "right" ? access.menus[0] : undefined;

/**
 * Returns the OpenAPI tags: one per screen, in the order of the menu, and two for everything else. The description of a
 * screen's tag names the rights of the screen.
 */
function tagsOf({ w, texts }: Language) {
  const label = (id: string) => `${id} ${menuLabel(texts.menus, id)}`;
  const screens = menuTree.flatMap((section) => section.children ?? []);
  return {
    tags: [
      { name: w.paths },
      ...screens.map((s) => ({ name: label(s.id), description: ["Q", ...(s.actions ?? [])].join(" ") })),
      { name: w.every },
    ],
    tagOf: (id: string | undefined) =>
      id !== undefined && screens.some((s) => s.id === id) ? label(id) : w.every,
  };
}

/**
 * Returns the OpenAPI document for human readers in their language. Each call of POST /mitt is shown as an operation
 * of its screen. Programs read openapi.json instead.
 */
export function docsDocument(locale: LocaleCode): string {
  const lang: Language = { w: words[locale], texts: serverTexts[locale] };
  const { w, texts } = lang;
  const { openapi, components, info, paths: all } = openApiDocument();
  const { "/mitt": _, ...paths } = all;
  const { schemas } = components;
  const { tags, tagOf } = tagsOf(lang);
  const operations: Record<string, Schema> = {};
  const add = (menu: string | undefined, name: string, rows?: string) => {
    const schema = schemas[name];
    if (schema) operations[`/mitt#${name}`] = operation(tagOf(menu), name, schema, rows);
  };
  for (const path of Object.values(paths))
    for (const method of Object.values(path)) (method as { tags?: string[] }).tags = [w.paths];
  for (const q of queries) {
    describeFields(lang, schemas[queryName(q)], q.columns, q.key);
    add(menuOf(q.access) ?? q.menu, `query.${queryName(q)}`, queryName(q));
  }
  for (const e of entities) {
    describeFields(lang, schemas[e.wire], e.fields, e.key);
    add(e.menu, `read.${e.wire}`, e.wire);
    for (const type of ["insert", "update", "delete"]) add(e.menu, `${type}.${e.wire}`);
  }
  for (const c of commands) {
    const { InParams } = (schemas[c.type] as { properties: Record<string, Schema> }).properties;
    describeFields(lang, InParams, c.input);
    add(menuOf(c.access), c.type);
  }
  add(undefined, "DoHDAndDT");
  const codes = messageNames.map((n) => `| ${messages[n].code} | ${texts.errors[n]} |`).join("\n");
  const table = `<details><summary>${w.codes}</summary>\n\n${w.codesHead}\n|---|---|\n${codes}\n\n</details>`;
  const description = `${w.intro} ${w.mitt}\n\n${info.description}\n\n${table}`;
  return JSON.stringify({
    openapi,
    info: { ...info, description },
    tags,
    components: { schemas },
    paths: { ...paths, ...operations },
  });
}
