import { loadLocale } from "@shotkeeper/locales";
import { expect, openScreen, speak, test } from "./fixtures.ts";
import { Complaints, measure } from "./pictures/measure.ts";

const locale = await loadLocale("en");

/** Faults that the test puts into the page, by the kind as which `npm run screenshots` must report them. */
const planted = {
  "too wide": `<div style="width: 5000px; height: 1px"></div>`,
  "cut text": `<button style="width: 60px; overflow: hidden; white-space: nowrap">A long text of a button</button>`,
  "raw text": "<p>S0018</p>",
  "other language": "<button>取消</button>",
  "error shown": `<div class="ant-alert-error">The server refuses</div>`,
  axe: `<p style="color: #ddd; background: #fff">Pale text</p>`,
} as const;

test("the measures of the screenshots report each planted fault", async ({ page, complaints }) => {
  complaints.allow(/planted|404/);
  await speak(page, "en");
  await openScreen(page, "/login");
  const watched = new Complaints(page);
  const before = await measure(page, locale, true);
  expect(before).toEqual([]);
  for (const [kind, html] of Object.entries(planted)) {
    await page.evaluate((text) => {
      const box = document.createElement("div");
      box.id = "planted";
      box.innerHTML = text;
      document.getElementById("root")?.prepend(box);
    }, html);
    expect((await measure(page, locale, true)).map((f) => f.kind)).toContain(kind);
    await page.evaluate(() => document.getElementById("planted")?.remove());
  }
  await page.evaluate(async () => {
    console.error("planted");
    await fetch("/assets/planted.js");
  });
  const kinds = new Set<string>();
  const complained = () => {
    for (const { kind } of watched.take()) kinds.add(kind);
    return [...kinds].sort();
  };
  await expect.poll(complained).toEqual(["console", "failed request"]);
});
