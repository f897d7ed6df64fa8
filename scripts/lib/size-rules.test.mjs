import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shrinkSizeExceptions, sizeRules } from "./size-rules.mjs";
import { said } from "./testing/planted.mjs";

const lines = (count) => "x\n".repeat(count);
const exceptions = (numbers) => ({ "scripts/lib/size-exceptions.json": JSON.stringify(numbers) });
const judged = (files) => said((dir) => sizeRules(dir, Object.keys(files)), files);

describe("sizes of files", () => {
  it("allows 300 lines in a source file, 600 in a test, and any number in files of texts", async () => {
    const files = {
      "apps/web/src/long.ts": lines(300),
      "apps/web/src/long.test.ts": lines(600),
      "packages/locales/src/en/fields.ts": lines(900),
      "packages/datagrid/src/core/texts.ts": lines(900),
    };
    expect(await judged(files)).toBe("");
  });

  it.each([
    ["apps/web/src/long.ts", 301, 300],
    ["apps/web/src/long.css", 301, 300],
    ["apps/web/src/long.test.tsx", 601, 600],
    ["e2e/src/long.spec.ts", 601, 600],
  ])("refuses %s with %i lines", async (file, count, most) => {
    expect(await judged({ [file]: lines(count) })).toBe(
      `${file} has ${count} lines, at most ${most}: divide it by subject`,
    );
  });

  it("allows a file of the exceptions its recorded number of lines and no more", async () => {
    const file = "apps/web/src/long.css";
    expect(await judged({ [file]: lines(400), ...exceptions({ [file]: 400 }) })).toBe("");
    expect(await judged({ [file]: lines(401), ...exceptions({ [file]: 400 }) })).toContain("401 lines");
  });

  it("lowers the exceptions to the current numbers, and raises none", async () => {
    const files = {
      "apps/web/src/a.css": lines(350),
      "apps/web/src/b.css": lines(450),
      ...exceptions({ "apps/web/src/a.css": 400, "apps/web/src/b.css": 400, "apps/web/src/gone.css": 400 }),
    };
    const shrunk = await said((dir) => {
      shrinkSizeExceptions(dir, Object.keys(files));
      return [readFileSync(join(dir, "scripts/lib/size-exceptions.json"), "utf8")];
    }, files);
    expect(JSON.parse(shrunk)).toEqual({ "apps/web/src/a.css": 350, "apps/web/src/b.css": 400 });
  });
});
