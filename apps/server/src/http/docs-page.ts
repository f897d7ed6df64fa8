import { commands, entities, queries } from "@shotkeeper/contract/catalogue";
import { errorCodes, type Field, type Fields, wireName } from "@shotkeeper/contract/kernel";
import { menus, screens } from "@shotkeeper/contract/menus";
import { type LocaleCode, localeCodes, serverTexts } from "@shotkeeper/locales/server";

const words = {
  en: {
    intro: "What any client may ask for. The machine-readable form is",
    screens: "Screens and rights",
    queries: "Named queries (QueryByID)",
    tables: "Tables (QueryBySelf, insert, update, delete)",
    commands: "Commands",
    codes: "Messages",
    head: ["Name on the wire", "Meaning", "Type", "Notes"],
    required: "required",
    readOnly: "read-only",
    open: "without log-in",
    right: "right",
    key: "key",
  },
  zh_CN: {
    intro: "客户端可以请求的全部内容。机器可读的形式：",
    screens: "页面与权限",
    queries: "命名查询（QueryByID）",
    tables: "数据表（QueryBySelf、insert、update、delete）",
    commands: "命令",
    codes: "消息代码",
    head: ["字段", "含义", "类型", "说明"],
    required: "必填",
    readOnly: "只读",
    open: "无需登录",
    right: "权限",
    key: "主键",
  },
  zh_TW: {
    intro: "用戶端可以請求的全部內容。機器可讀的形式：",
    screens: "頁面與權限",
    queries: "具名查詢（QueryByID）",
    tables: "資料表（QueryBySelf、insert、update、delete）",
    commands: "命令",
    codes: "訊息代碼",
    head: ["欄位", "含義", "類型", "說明"],
    required: "必填",
    readOnly: "唯讀",
    open: "無需登入",
    right: "權限",
    key: "主鍵",
  },
} as const satisfies Record<LocaleCode, unknown>;

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const esc = (s: string) => s.replace(/[&<>"]/g, (c) => escapes[c] ?? c);

/** The locale that Accept-Language asks for first among those there are; English where it asks for none. */
export function localeOf(acceptLanguage: string | undefined): LocaleCode {
  for (const part of (acceptLanguage ?? "").slice(0, 200).toLowerCase().split(",")) {
    const tag = part.split(";")[0]?.trim() ?? "";
    if (/^zh-(tw|hk|mo|hant)/.test(tag)) return "zh_TW";
    if (tag.startsWith("zh")) return "zh_CN";
    if (tag.startsWith("en")) return "en";
  }
  return "en";
}

function typeText(f: Field): string {
  if (f.options) {
    const values = Object.entries(f.options.values).map(([name, v]) => `${v} ${name}`);
    return `${f.options.name}: ${values.join(", ")}`;
  }
  if (f.type === "text") return `text ${f.length ?? ""}`.trim();
  if (f.type === "decimal") return `decimal ${f.scale ?? ""}`.trim();
  if (f.type === "flag") return "Y / N";
  return f.type;
}

/** One page with everything, in a locale: plain HTML that needs no script. */
export function docsPage(locale: LocaleCode): string {
  const w = words[locale];
  const texts = serverTexts[locale];
  const labels: Readonly<Record<string, string>> = texts.fields;
  const menuNames: Readonly<Record<string, unknown>> = texts.menus;
  const menuName = (id: string) => (typeof menuNames[id] === "string" ? menuNames[id] : id);

  const fieldTable = (fields: Fields, key: readonly string[] = []) => {
    const rows = Object.entries(fields)
      .filter(([, f]) => !f.secret)
      .map(([name, f]) => {
        const notes = [
          key.includes(name) ? w.key : "",
          f.required ? w.required : "",
          f.readOnly || f.virtual ? w.readOnly : "",
          f.unit ?? "",
          f.min !== undefined || f.max !== undefined ? `${f.min ?? ""} … ${f.max ?? ""}` : "",
          f.reference ? `→ ${f.reference}` : "",
        ].filter(Boolean);
        return `<tr><td><code>${esc(wireName(name, f))}</code></td><td>${esc(labels[name] ?? name)}</td><td>${esc(typeText(f))}</td><td>${esc(notes.join(", "))}</td></tr>`;
      });
    const head = w.head.map((h) => `<th>${h}</th>`).join("");
    return rows.length === 0
      ? ""
      : `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
  };
  const entry = (title: string, hint: string, content: string) =>
    `<details><summary><code>${esc(title)}</code> ${esc(hint)}</summary>${content}</details>`;
  const section = (id: string, title: string, content: string) =>
    `<section id="${id}"><h2>${title}</h2>${content}</section>`;

  const parts = [
    section(
      "screens",
      w.screens,
      `<ul>${menus
        .map(
          (m) =>
            `<li>${esc(menuName(m.id))}<ul>${(m.children ?? [])
              .map(
                (c) =>
                  `<li><code>${c.id}</code> ${esc(menuName(c.id))} — Q ${(c.actions ?? []).join(" ")}</li>`,
              )
              .join("")}</ul></li>`,
        )
        .join("")}</ul>`,
    ),
    section(
      "queries",
      w.queries,
      queries
        .map((q) =>
          entry(
            `${q.menu} ${q.id}`,
            q.public ? w.open : screens.some((s) => s.id === q.menu) ? menuName(q.menu) : "",
            fieldTable(q.columns, q.key),
          ),
        )
        .join(""),
    ),
    section(
      "tables",
      w.tables,
      entities.map((e) => entry(e.wire, `MENU_ID ${e.menu}`, fieldTable(e.fields, e.key))).join(""),
    ),
    section(
      "commands",
      w.commands,
      commands
        .map((c) =>
          entry(c.type, c.right ? `${w.right} ${c.right.menu} ${c.right.action}` : "", fieldTable(c.input)),
        )
        .join(""),
    ),
    section(
      "codes",
      w.codes,
      `<dl>${errorCodes.map((c) => `<dt><code>${c}</code></dt><dd>${esc(texts.errors[c])}</dd>`).join("")}</dl>`,
    ),
  ];
  const lang = { en: "en", zh_CN: "zh-Hans-CN", zh_TW: "zh-Hant-TW" }[locale];
  const others = localeCodes.map(
    (l) => `<a href="?lang=${l}"${l === locale ? ' aria-current="true"' : ""}>${l}</a>`,
  );
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Shotkeeper API</title><style>${style}</style></head><body><header><h1>Shotkeeper API</h1><nav>${others.join(" ")}</nav><p>${w.intro} <a href="openapi.json">openapi.json</a></p></header><main>${parts.join("")}</main></body></html>`;
}

const style = `body{font:15px/1.6 system-ui,sans-serif;max-width:72rem;margin:0 auto;padding:1rem 1.5rem;color-scheme:light dark}
code{font:13px ui-monospace,monospace}table{border-collapse:collapse;margin:.5rem 0 1rem}th,td{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #8884;vertical-align:top}
summary{cursor:pointer;padding:.2rem 0}.scroll{overflow-x:auto}dl{display:grid;grid-template-columns:5rem 1fr;gap:.2rem 1rem}dd{margin:0}nav a{margin-right:.6rem}`;
