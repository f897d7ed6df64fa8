import type { Field } from "@shotkeeper/contract/kernel";
import { menuTree } from "@shotkeeper/contract/menus";
import { type LocaleCode, menuLabel, type ServerTexts, serverTexts } from "@shotkeeper/locales/server";

const words = {
  en: {
    intro: "Everything that a client may ask for. Programs read [openapi.json](openapi.json).",
    mitt:
      "Each operation `/mitt/…` is a call of the business API. `POST /mitt` takes the same calls at one address; " +
      "their field `Type` says which one it is.",
    answers:
      "Every JSON answer is an envelope of `Code` (0 success, 1 refusal), `Msg` (a message code, some with `^` and " +
      "an argument) and `ReturnData`. Refusals of the business answer HTTP 200. Failures of the transport answer " +
      "their HTTP status in the same envelope.",
    codes: "Messages",
    codesHead: "| Code | Text |",
    key: "key",
    paths: "HTTP paths",
    pathsAbout: "Log-in, ingest, files, events and monitoring",
    every: "Without a screen",
    everyAbout: "Operations that belong to no screen of the menu",
    rights: "Rights of the screen",
  },
  zh_CN: {
    intro: "客户端可以请求的全部内容。程序请读取 [openapi.json](openapi.json)。",
    mitt: "每个 `/mitt/…` 操作都是一次业务接口调用。`POST /mitt` 用同一个地址接受同样的调用，由字段 `Type` 指明是哪一个。",
    answers:
      "每个 JSON 应答都是一个信封：`Code`（0 成功，1 拒绝）、`Msg`（消息代码，部分带 `^` 和参数）和 `ReturnData`。" +
      "业务拒绝的 HTTP 状态为 200；传输失败用相应的 HTTP 状态和同样的信封应答。",
    codes: "消息代码",
    codesHead: "| 代码 | 内容 |",
    key: "主键",
    paths: "HTTP 路径",
    pathsAbout: "登录、数据上报、文件、事件和监控",
    every: "不属于任何页面",
    everyAbout: "不属于任何菜单页面的操作",
    rights: "页面权限",
  },
  zh_TW: {
    intro: "用戶端可以請求的全部內容。程式請讀取 [openapi.json](openapi.json)。",
    mitt: "每個 `/mitt/…` 操作都是一次業務介面呼叫。`POST /mitt` 用同一個位址接受同樣的呼叫，由欄位 `Type` 指明是哪一個。",
    answers:
      "每個 JSON 應答都是一個信封：`Code`（0 成功，1 拒絕）、`Msg`（訊息代碼，部分帶 `^` 和參數）和 `ReturnData`。" +
      "業務拒絕的 HTTP 狀態為 200；傳輸失敗用相應的 HTTP 狀態和同樣的信封應答。",
    codes: "訊息代碼",
    codesHead: "| 代碼 | 內容 |",
    key: "主鍵",
    paths: "HTTP 路徑",
    pathsAbout: "登入、資料上報、檔案、事件和監控",
    every: "不屬於任何頁面",
    everyAbout: "不屬於任何選單頁面的操作",
    rights: "頁面權限",
  },
} as const satisfies Record<LocaleCode, unknown>;

/** Language of an API description, with its texts. */
export interface Language {
  readonly w: (typeof words)[LocaleCode];
  readonly texts: ServerTexts;
}

export const languageOf = (locale: LocaleCode): Language => ({
  w: words[locale],
  texts: serverTexts[locale],
});

/** Returns the description of a field: label, unit, choices, decimals and reference. */
export function describeField({ texts }: Language, name: string, f: Field): string {
  const labels: Readonly<Record<string, string>> = texts.fields;
  const choices = Object.entries(f.options?.values ?? {}).map(([choice, value]) => `${value} ${choice}`);
  return [labels[name], f.unit, choices.join(", "), f.reference && `→ ${f.reference}`]
    .filter(Boolean)
    .join(" · ");
}

/**
 * Returns the tags of the OpenAPI document, which group the operations: one for the HTTP paths, one for each screen in
 * the order of the menu, and one for the operations that belong to no screen of the menu.
 */
export function tagsOf({ w, texts }: Language) {
  const label = (id: string) => `${id} ${menuLabel(texts.menus, id)}`;
  const screens = menuTree.flatMap((section) => section.children ?? []);
  return {
    tags: [
      { name: w.paths, description: w.pathsAbout },
      ...screens.map((s) => ({
        name: label(s.id),
        description: `${w.rights}: ${["Q", ...(s.actions ?? [])].join(" ")}`,
      })),
      { name: w.every, description: w.everyAbout },
    ],
    tagOf: (id: string | undefined) =>
      id !== undefined && screens.some((s) => s.id === id) ? label(id) : w.every,
  };
}
