import { messageNames, messages } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { describe, expect, it } from "vitest";
import { type Locale, loadLocale, loadLoginTexts, localeCodes } from "./index.ts";
import { serverTexts } from "./server.ts";

const menuNames = Object.keys(menus)
  .filter((name) => name !== "shell")
  .sort();

/** Returns every text of a locale by its path. Functions are called with sample arguments. */
function leaves(tree: unknown, path = ""): [string, string][] {
  if (typeof tree === "string") return [[path, tree]];
  if (typeof tree === "function") {
    const samples = Array.from({ length: tree.length }, (_, i) => 7001 + i);
    // The types of a text's arguments are unknown here. So the loop tries numbers, strings and lists of strings until
    // the text accepts them.
    for (const args of [samples, samples.map(String), samples.map((n) => [String(n)])]) {
      try {
        return [[path, String(tree(...args))]];
      } catch {
        // The text does not accept these arguments, so the loop tries the next ones.
      }
    }
    return [[path, ""]];
  }
  return Object.entries(tree as object).flatMap(([key, value]) =>
    leaves(value, path === "" ? key : `${path}.${key}`),
  );
}

const textsOf = async (code: (typeof localeCodes)[number]): Promise<Map<string, string>> => {
  const { code: _code, ...texts }: Locale = await loadLocale(code);
  return new Map(leaves(texts));
};

/** Paths of texts that are the same in all languages: names of protocols and products, signs of units, and codes. */
const international =
  /^(enums\.(connectorKind|counterType|dataFormat|edgeProtocol|noticeStyle)\.|shell\.units\.|.*\.kind$)/;

it.each(["zh_CN", "zh_TW"] as const)("%s has no words that were left in English", async (code) => {
  const english = await textsOf("en");
  const left = [...(await textsOf(code))].filter(
    ([path, text]) => text === english.get(path) && /[A-Za-z][a-z]/.test(text) && !international.test(path),
  );
  expect(left).toEqual([]);
});

describe.each(localeCodes)("%s", (code) => {
  it("names every menu of the contract and no other", async () => {
    expect(Object.keys((await loadLocale(code)).menus).sort()).toEqual(menuNames);
  });

  it("has the same keys as Chinese", async () => {
    expect([...(await textsOf(code)).keys()].sort()).toEqual([...(await textsOf("zh_CN")).keys()].sort());
  });

  it("has no empty text, none with blanks at its ends, and none that is its own key", async () => {
    const poor = [...(await textsOf(code))].filter(
      ([path, text]) =>
        text.trim() === "" ||
        (text !== text.trim() && !/(colon|joiner|separator)$/i.test(path)) ||
        text === path,
    );
    expect(poor).toEqual([]);
  });

  it("has a text for every code, with %s where the Chinese one has it", async () => {
    const { errors } = await loadLocale(code);
    expect(Object.keys(errors).sort()).toEqual([...messageNames].sort());
    for (const c of messageNames) {
      expect(errors[c].split("%s").length, c).toBe(serverTexts.zh_CN.errors[c].split("%s").length);
      expect(errors[c].split("%s").length, c).toBeLessThanOrEqual(2);
    }
  });

  it("puts the parameter of our own messages where the contract declares one", async () => {
    const { errors } = await loadLocale(code);
    for (const name of messageNames) {
      const { code: c, ...def } = messages[name];
      // Messages up to S0104 are from the specification. Some of their texts have no %s although the message has a
      // parameter.
      if (c < "S0200") continue;
      const parameter = "parameter" in def ? def.parameter : undefined;
      expect(errors[name].includes("%s"), name).toBe(parameter !== undefined && !parameter.endsWith("?"));
    }
  });

  it.each([
    ["liveState", "serviceState"],
    ["warningKind", "noticeType"],
    ["orderState", "auditStat", "closed"],
    ["taskState", "taskTab"],
    ["taskState", "majorTab"],
    ["liveState", "warningKind", "idle", "unbound"],
  ] as const)("names a state the same in %s and %s", async (one, other, ...differing) => {
    const { enums } = await loadLocale(code);
    const [a, b]: readonly Readonly<Record<string, string>>[] = [enums[one], enums[other]];
    const shared = Object.keys(a ?? {}).filter(
      (name) => b && name in b && !differing.some((d) => d === name),
    );
    expect(shared.length).toBeGreaterThan(0);
    expect(shared.map((name) => [name, a?.[name]])).toEqual(shared.map((name) => [name, b?.[name]]));
  });

  it("gives an indicator the same name as its menu", async () => {
    const { enums, menus: menuTexts } = await loadLocale(code);
    for (const [name, text] of Object.entries(enums.indicator))
      expect((menuTexts as Readonly<Record<string, string>>)[`${name}Indicator`]).toBe(text);
  });

  it("gives the log-in page the same texts as all other pages", async () => {
    const { login, errors } = await loadLocale(code);
    const few = await loadLoginTexts(code);
    expect(few.login).toBe(login);
    expect(few.errors).toBe(errors);
  });
});

it("leaves no Chinese in English", async () => {
  const left = [...(await textsOf("en"))].filter(([, text]) => /\p{Script=Han}/u.test(text));
  expect(left).toEqual([]);
});

/**
 * Words that texts must not contain, each with the word of the glossary to use instead. The exceptions are paths of
 * texts that the specification quotes.
 */
const unusedWords: readonly {
  readonly code: (typeof localeCodes)[number];
  readonly pattern: RegExp;
  readonly use: string;
  readonly exceptions?: readonly string[];
}[] = [
  {
    code: "en",
    pattern: /\bhost factor(y|ies)\b/i,
    use: "OEM",
    exceptions: ["errors.noHostFactory", "shop.product.chooseOem"],
  },
  { code: "en", pattern: /\b(no|lost) signals?\b|\bsilent\b/i, use: "signal lost" },
  { code: "zh_CN", pattern: /整车厂|主机场/u, use: "主机厂" },
  { code: "zh_CN", pattern: /(无|丢失|失去)信号|信号丢失|断联/u, use: "失联" },
  { code: "zh_TW", pattern: /整車廠|主機場/u, use: "主機廠" },
  { code: "zh_TW", pattern: /(無|遺失|失去)(訊|信)號|訊號遺失|斷聯/u, use: "失聯" },
];

it.each(unusedWords)(
  "uses one word for one thing in $code: $use",
  async ({ code, pattern, exceptions = [] }) => {
    const texts = await textsOf(code);
    const found = [...texts].filter(([path, text]) => pattern.test(text) && !exceptions.includes(path));
    expect(found).toEqual([]);
    for (const path of exceptions) expect(texts.get(path), path).toMatch(pattern);
  },
);

it("writes traditional Chinese without simplified characters", async () => {
  // Matches characters that exist only in simplified Chinese. The list has only those that are likely in the texts of
  // Shotkeeper.
  const simplified = /[么与这为们从来个发号时间数据库态经过动统计类开关闭还没权请录认输远实际优级]/u;
  const left = [...(await textsOf("zh_TW"))].filter(([, text]) => simplified.test(text));
  expect(left).toEqual([]);
});

it("writes simplified Chinese without traditional characters", async () => {
  const traditional = /[麼與這為們從來個發號時間數據庫態經過動統計類開關閉還沒權請錄認輸遠實際優級]/u;
  const left = [...(await textsOf("zh_CN"))].filter(([, text]) => traditional.test(text));
  expect(left).toEqual([]);
});
