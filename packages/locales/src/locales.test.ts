import { errorCodes } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { describe, expect, it } from "vitest";
import { loadLocale, localeCodes } from "./index.ts";
import { serverTexts } from "./server.ts";

const menuIds = menus.flatMap((m) => [m.id, ...(m.children ?? []).map((c) => c.id)]).sort();

describe.each(localeCodes)("%s", (code) => {
  it("names every menu of the contract and no other", async () => {
    expect(Object.keys((await loadLocale(code)).menus).sort()).toEqual(menuIds);
  });

  it("has a text for every code, with %s where the Chinese one has it", async () => {
    const { errors } = await loadLocale(code);
    for (const c of errorCodes) {
      expect(errors[c], c).not.toBe("");
      expect(errors[c].includes("%s"), c).toBe(serverTexts.zh_CN.errors[c].includes("%s"));
    }
  });
});

it("writes traditional Chinese without simplified characters", async () => {
  const text = JSON.stringify(await loadLocale("zh_TW"), (_k, v: unknown) =>
    typeof v === "function" ? String(v) : v,
  );
  // Characters of simplified writing only, as far as texts like these would use them.
  expect(
    text.match(/[么与这为们从来个发号时间数据库态经过动统计类开关闭还没权请录认输远实际优级]/gu),
  ).toBeNull();
});
