import { countOutcome, countState } from "@shotkeeper/contract/inventory";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const { counting, checking, closed, cancelled } = countState.values;
const { elsewhere, missing, here } = countOutcome.values;
const foreign = { Code: 1, Msg: "S0288" };
const ok = { Code: 0 };

describe("a count of two plants", () => {
  let s: TestServer;
  let t: TestTenant;
  let p1: TestUser;
  let p2: TestUser;
  let id: string;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    await t.mold("A1", { SAVE_ADDRESS: "P1" });
    await t.mold("A2", { SAVE_ADDRESS: "P1" });
    await t.mold("B1", { SAVE_ADDRESS: "P2", ENGINE_ID: "O2" });
    [p1, p2] = [await t.user("P1"), await t.user("P2")];
    const begun = await t.admin.run<{ IV_ID: string }>("rf_StartInventory", {
      IV_NAME: "May",
      WIN_FROM: new Date(noon - 86_400_000).toISOString(),
    });
    id = begun.IV_ID;
  });
  const call = (who: TestUser, name: string, more: Record<string, unknown> = {}) =>
    who.mitt({ Type: `rf_${name}Inventory`, InParams: { IV_ID: id, ...more } });
  const end = (who: TestUser, more = {}) => call(who, "Submit", { REST_MISSING: "Y", ...more });
  const results = async () =>
    Object.fromEntries(
      (await t.admin.list("IV101", "Q02", where("IV_ID", id))).map((l) => [l.MOLD_NO, l.IV_RESULT]),
    );
  const states = async () =>
    (await t.admin.list("IV101", "Q03", where("IV_ID", id))).map((p) => [p.SAVE_ADDRESS, p.PART_STAT]);
  const state = async () => (await t.admin.list("IV101", "Q01", where("IV_ID", id)))[0]?.IV_STAT;
  const stored = () =>
    t.rows(
      sql`select l.* from inventory_line l where tenant_id = ${t.id} and plant_id = 'P2' order by line_id`,
    );

  it("is ended by each plant for its own molds, with the names of those who signed", async () => {
    const before = await stored();
    expect(await end(p1)).toMatchObject(ok);
    expect(await results()).toEqual({ A1: "missing", A2: "missing", B1: "open" });
    expect(await stored()).toEqual(before);
    expect(await states()).toEqual([
      ["P1", checking],
      ["P2", counting],
    ]);
    expect(await state()).toBe(counting);
    expect(await end(p1)).toMatchObject({ Msg: "S0212" });
    // Once a plant has signed its part, nobody can change it: neither the plant's own users nor a scan at another
    // plant.
    for (const who of [p1, p2, t.admin])
      expect(await who.mitt({ Type: "rf_ScanMold", InParams: { IV_ID: id, SCAN_CODE: "A1" } })).toMatchObject(
        {
          Msg: "S0212",
        },
      );
    expect(await end(p2)).toMatchObject(ok);
    expect(await state()).toBe(checking);
    const parts = await t.admin.list("IV101", "Q03", where("IV_ID", id));
    expect(parts).toMatchObject([
      { SAVE_ADDRESS: "P1", SIGNED_BY: p1.userId, EXPECTED_QTY: 2, OPEN_QTY: 0 },
      { SAVE_ADDRESS: "P2", SIGNED_BY: p2.userId, EXPECTED_QTY: 1, OPEN_QTY: 0 },
    ]);
    expect(await p2.list("IV101", "Q03")).toMatchObject([{ SAVE_ADDRESS: "P2" }]);
  });

  it("keeps a surplus mold when the plant that found it has signed its part", async () => {
    await t.mold("X", { SAVE_ADDRESS: "P1" });
    await p1.run("rf_ScanMold", { IV_ID: id, SCAN_CODE: "X" });
    await end(p1);
    for (const who of [p1, t.admin])
      expect(await who.mitt({ Type: "rf_UncountMold", InParams: { LINE_ID: `${id}/X` } })).toMatchObject({
        Msg: "S0212",
      });
    expect(await results()).toMatchObject({ X: "surplus" });
    await call(p1, "Reopen");
    await p1.run("rf_UncountMold", { LINE_ID: `${id}/X` });
    expect(await results()).not.toHaveProperty("X");
  });

  it("is reopened and cancelled by each plant for itself, and closed only by someone who sees all of it", async () => {
    await end(p1);
    await end(p2);
    expect(await call(p1, "Close")).toEqual(foreign);
    expect(await call(p1, "Reopen")).toMatchObject(ok);
    expect(await states()).toEqual([
      ["P1", counting],
      ["P2", checking],
    ]);
    expect(await call(p1, "Cancel", { REASON: "moving house" })).toMatchObject(ok);
    expect(await state()).toBe(checking);
    expect((await t.admin.list("IV101", "Q01"))[0]).toMatchObject({ EXPECTED_QTY: 1, MISSING_QTY: 1 });
    // The molds of a cancelled part are free at once: another stock-take may contain them.
    await p1.run("rf_StartInventory", {
      IV_NAME: "June",
      WIN_FROM: new Date(noon - 3_600_000).toISOString(),
    });
    expect(await call(t.admin, "Close")).toMatchObject(ok);
    expect(await state()).toBeUndefined();
    const events = async (no: string) =>
      (await t.admin.list("BS101", "Q02", where("MOLD_NO", no))).map((e) => e.EVENT_KIND);
    expect(await events("B1")).toContain("missing");
    expect(await events("A1")).not.toContain("missing");
    expect((await t.admin.list("IV103", "Q01", where("IV_ID", id)))[0]).toMatchObject({ IV_STAT: closed });
  });

  it("is ended for one plant or for all by the administrator, and cancelled when its last plant cancels", async () => {
    expect(await end(t.admin, { SAVE_ADDRESS: "P2" })).toMatchObject(ok);
    expect(await call(t.admin, "Reopen", { SAVE_ADDRESS: "P2" })).toMatchObject(ok);
    expect(await end(t.admin, { SAVE_ADDRESS: "O1" })).toMatchObject({ Msg: "S0202^SAVE_ADDRESS" });
    expect(await end(t.admin)).toMatchObject(ok);
    expect(await state()).toBe(checking);
    expect(await call(p1, "Cancel", { REASON: "x" })).toMatchObject(ok);
    expect(await call(p2, "Cancel", { REASON: "y" })).toMatchObject(ok);
    expect((await t.admin.list("IV103", "Q01"))[0]).toMatchObject({ IV_STAT: cancelled, EXPECTED_QTY: 3 });
  });

  it("is out of reach for a plant that is named, and for an OEM that owns only some of the molds", async () => {
    const oem = await t.user("O1");
    const before = await t.rows(sql`select * from inventory_line where tenant_id = ${t.id} order by line_id`);
    expect(await end(p1, { SAVE_ADDRESS: "P2" })).toEqual(foreign);
    expect(await call(p1, "Cancel", { SAVE_ADDRESS: "P2", REASON: "x" })).toEqual(foreign);
    expect(await end(oem)).toEqual(foreign);
    expect(await call(oem, "Cancel", { REASON: "x" })).toEqual(foreign);
    expect(
      await t.rows(sql`select * from inventory_line where tenant_id = ${t.id} order by line_id`),
    ).toEqual(before);
    expect(await end(oem, { SAVE_ADDRESS: "P1" })).toMatchObject(ok);
  });

  it("stores a scan of another plant's mold as a sighting, about which that plant decides", async () => {
    const lineOf = async () =>
      (await p2.list("IV101", "Q02", where("MOLD_NO", "B1"))).find((l) => l.IV_ID === id);
    const scan = (who: TestUser) =>
      who.run<{ RESULT: string; FOUND_BY: string | null }>("rf_ScanMold", { IV_ID: id, SCAN_CODE: "B1" });
    const [untouched] = await stored();
    expect(await scan(p1)).toMatchObject({ RESULT: "sighted", FOUND_BY: null });
    expect(await scan(await t.user("O1"))).toMatchObject({ RESULT: "sighted" });
    expect(await lineOf()).toMatchObject({ IV_RESULT: "open", FOUND_BY: null, SEEN_PLACE: "Name of O1" });
    expect(await scan(p1)).toMatchObject({ RESULT: "sighted" });
    expect(await lineOf()).toMatchObject({ SEEN_PLACE: "Name of P1", SEEN_BY: p1.userId });
    // A plant that saw another plant's mold may withdraw its own sighting, but not the result that the mold's plant
    // recorded.
    await p2.run("rf_CountMold", { IV_ID: id, MOLD_NO: "B1", OUTCOME: here });
    expect(await scan(p1)).toMatchObject({ RESULT: "sighted", FOUND_BY: null });
    const undo = { Type: "rf_UncountMold", InParams: { LINE_ID: `${id}/B1` } };
    expect(await p1.mitt(undo)).toMatchObject(ok);
    expect(await lineOf()).toMatchObject({ IV_RESULT: "here", FOUND_BY: p2.userId, SEEN_BY: null });
    expect(await p1.mitt(undo)).toEqual({ Code: 1, Msg: "S0202^LINE_ID" });
    expect(await p2.mitt(undo)).toMatchObject(ok);
    const [now] = await stored();
    expect({ ...now, updated_by: null, updated_date: null }).toEqual({
      ...untouched,
      updated_by: null,
      updated_date: null,
    });
    // Ending the part marks its molds without a result as missing. But the mold B1 was seen at P1, so it gets the
    // result "elsewhere".
    await scan(p1);
    expect(await end(p2)).toMatchObject(ok);
    expect(await lineOf()).toMatchObject({
      IV_RESULT: "elsewhere",
      FOUND_BY: p2.userId,
      FOUND_PLACE: "Name of P1",
    });
  });

  it("judges molds without a count anew when it is reopened and submitted again", async () => {
    await p1.run("rf_ScanMold", { IV_ID: id, SCAN_CODE: "B1" });
    await p1.run("rf_CountMold", { IV_ID: id, MOLD_NO: "A1", OUTCOME: elsewhere, FOUND_PLACE: "gate 2" });
    await end(p1);
    await end(p2);
    expect(await results()).toEqual({ A1: "elsewhere", A2: "missing", B1: "elsewhere" });
    await call(p1, "Reopen");
    expect(await results()).toEqual({ A1: "elsewhere", A2: "open", B1: "elsewhere" });
    await call(p2, "Reopen");
    expect(await results()).toEqual({ A1: "elsewhere", A2: "open", B1: "open" });
    await p1.run("rf_UncountMold", { LINE_ID: `${id}/B1` });
    await end(p2);
    expect(await results()).toEqual({ A1: "elsewhere", A2: "open", B1: "missing" });
  });

  it("records several molds at once, all or none, and only the own ones", async () => {
    const say = (who: TestUser, MOLD_NOS: readonly string[], OUTCOME: number, more = {}) =>
      who.mitt({ Type: "rf_CountMolds", InParams: { IV_ID: id, MOLD_NOS, OUTCOME, ...more } });
    const before = await t.rows(sql`select * from inventory_line where tenant_id = ${t.id} order by line_id`);
    expect(await say(p1, ["A1", "B1"], here)).toEqual({ Code: 1, Msg: "S0202^MOLD_NOS" });
    await p1.run("rf_ScanMold", { IV_ID: id, SCAN_CODE: "B1" });
    expect(await say(p1, ["A1", "B1"], here)).toEqual(foreign);
    expect(await say(p1, [], here)).toEqual({ Code: 1, Msg: "S0007^MOLD_NOS" });
    expect(await say(p1, ["A1"], elsewhere)).toEqual({ Code: 1, Msg: "S0007^FOUND_PLACE" });
    expect((await results()).A1).toBe("open");
    expect(before).toHaveLength(3);
    expect(await say(p1, ["A1", "A2", "A1"], here, { NOTE: "row 3" })).toMatchObject({
      ReturnData: { COUNT: 2 },
    });
    expect(await results()).toEqual({ A1: "here", A2: "here", B1: "open" });
  });

  it("lets a plant say where it found another plant's mold, and nothing else about it", async () => {
    const say = (OUTCOME: number) =>
      p1.mitt({
        Type: "rf_CountMold",
        InParams: { IV_ID: id, MOLD_NO: "B1", OUTCOME, FOUND_PLACE: "gate 2" },
      });
    expect(await say(elsewhere)).toEqual({ Code: 1, Msg: "S0202^MOLD_NO" });
    await p1.run("rf_ScanMold", { IV_ID: id, SCAN_CODE: "B1" });
    expect(await say(elsewhere)).toMatchObject(ok);
    expect(await p2.list("IV101", "Q02", where("MOLD_NO", "B1"))).toMatchObject([
      { SEEN_PLACE: "gate 2", IV_RESULT: "open" },
    ]);
    for (const outcome of [missing, here]) expect(await say(outcome)).toEqual(foreign);
  });
});
