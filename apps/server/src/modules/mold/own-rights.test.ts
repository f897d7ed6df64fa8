import { beforeAll, expect, it } from "vitest";
import { type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

let s: TestServer;
let t: TestTenant;
beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  await t.mold("M1");
});
const forbidden = { Code: 1, Msg: "S0020" };

it("corrects counts only with the right to do so", async () => {
  const InParams = { MOLD_NO: "M1", QTY: 5, REASON: "x" };
  const correct = { Type: "rf_CorrectCount", InParams };
  const preview = { Type: "preview", Command: "rf_CorrectCount", InParams };
  const editor = await t.user(null, ["BS101:Q", "BS101:A", "BS101:M", "BS101:D", "BS101:S"]);
  expect(await editor.mitt(correct)).toEqual(forbidden);
  expect(await editor.mitt(preview)).toEqual(forbidden);
  const corrector = await t.user(null, ["BS101:Q", "BS101:C"]);
  expect(await corrector.mitt(preview)).toMatchObject({
    Code: 0,
    ReturnData: { MOLDS: [{ MOLD_NO: "M1", SHOTS_BEFORE: 0, SHOTS_AFTER: 5 }] },
  });
  expect(await corrector.mitt(correct)).toMatchObject({ Code: 0 });
});

it("scraps molds only with the right to do so", async () => {
  const scrap = { Type: "rf_ScrapMold", InParams: { MOLD_NO: "M1", REASON: "x" } };
  const editor = await t.user(null, ["BS101:Q", "BS101:A", "BS101:M", "BS101:D", "BS101:C"]);
  expect(await editor.mitt(scrap)).toEqual(forbidden);
  // Only staff and users of an OEM may scrap a mold. A plant's user is refused in spite of the right.
  expect(await (await t.user("P1", ["BS101:S"])).mitt(scrap)).toEqual(forbidden);
  expect(await (await t.user(null, ["BS101:S"])).mitt(scrap)).toMatchObject({ Code: 0 });
});

it("previews only commands that declare a preview", async () => {
  for (const Command of ["rf_ExplainCount", "rf_ScrapMold", "rf_Unknown", undefined])
    expect(
      await t.admin.mitt({ Type: "preview", Command, InParams: { MOLD_NO: "M1", REASON: "x" } }),
    ).toMatchObject({
      Code: 1,
      Msg: expect.stringMatching(/^S0008/),
    });
});
