import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshCode, type TestServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { HttpTestServer } from "./testing/http-test-server.ts";

/** Returns the bytes of a PNG picture. The content differs for each `n`. */
const picture = (n: number) =>
  Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(1500, n), Buffer.from([n])]);

let server: HttpTestServer;
let t: TestTenant;
/** Session token of each user of the test, by name. Each user sees the whole tenant or one plant. */
const tokenOf = new Map<string, string>();

async function person(name: string, orgId: string | null, ...rights: string[]): Promise<void> {
  const { userId } = await t.user(orgId, rights);
  tokenOf.set(name, await server.app.sessions.open(t.id, userId, "PC", false, Date.now()));
}

beforeAll(async () => {
  server = await HttpTestServer.start({ mqttPort: undefined });
  const testServer: TestServer = { app: server.app, http: server.http, clock: { now: Date.now() } };
  t = await TestTenant.create(testServer);
  await t.mold("A");
  await person(
    "worker",
    null,
    "MT101:Q",
    "MT101:A",
    "MT101:M",
    "MT102:Q",
    "MT102:A",
    "MT102:M",
    "IN101:Q",
    "IN101:A",
    "IN101:M",
  );
  await person("daily", null, "MT101:Q");
  await person("major", null, "MT102:Q", "MT102:M");
  await person("judge", null, "IN102:Q", "IN102:M", "IN101:Q");
  await person("closer", null, "IN102:Q");
  await person("here", "P1", "MT102:Q");
  await person("elsewhere", "P2", "MT102:Q");
  await person(
    "stocktaker",
    null,
    "IV101:Q",
    "IV101:A",
    "IV101:M",
    "IV102:Q",
    "IV102:M",
    "IV103:Q",
    "IV103:M",
  );
  // The auditor is a separate user, because a user who counted or submitted must not audit.
  await person("auditor", null, "IV103:Q", "IV103:M", "TR101:Q", "TR101:M");
  await person("historian", null, "IV103:Q");
  await person("next door", "P2", "IV102:Q", "IV103:Q");
  await person("tester", null, "TR101:Q", "TR101:A", "TR101:M");
  await person("neighbour", "P2", "MT101:Q", "MT101:A", "MT101:M", "IN101:Q", "IN101:A", "IN101:M");
  await person("trial reader", "P1", "TR101:Q");
  await person("other plant", "P2", "TR101:Q");
  await person("stranger", null, "PO101:Q");
}, 120_000);
afterAll(() => server.stop());

const tokenFor = (who: string) => tokenOf.get(who) ?? "";

async function upload(
  who: string,
  n: number,
  table: string,
  id: string,
): Promise<{ code: number; path: string }> {
  const form = new FormData();
  form.append("files[]", new Blob([new Uint8Array(picture(n))]), `${n}.png`);
  form.append("FileInfo", JSON.stringify({ OT_TB: table, OT_ID1: id }));
  const request = new Request("http://x/", { method: "POST", body: form });
  const reply = await server.http.inject({
    method: "POST",
    url: "/UploadFiles",
    headers: { authorizations: tokenFor(who), "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const answer = reply.json<{ Code: number; ReturnData?: { ID: string }[] }>();
  return { code: answer.Code, path: `/files/${answer.ReturnData?.[0]?.ID}` };
}

const see = async (who: string, path: string) => {
  const reply = await server.http.inject({ url: path, headers: { authorizations: tokenFor(who) } });
  return reply.statusCode === 200 ? reply.rawPayload : reply.statusCode;
};

async function mitt(
  who: string,
  body: object,
): Promise<{ Code: number; Msg: string; ReturnData: Record<string, unknown> }> {
  return (await server.post("/mitt", tokenFor(who), body)) as never;
}
async function run(who: string, Type: string, InParams: object): Promise<Record<string, unknown>> {
  const answer = await mitt(who, { Type, InParams });
  expect(answer, Type).toMatchObject({ Code: 0 });
  return answer.ReturnData;
}
const rowOf = async (who: string, MENU_ID: string, field: string, Value: string) => {
  const WhereStr = [{ Field: field, ConditionalCode: "EQ", Value }];
  const answer = await mitt(who, {
    Type: "QueryByID",
    MENU_ID,
    QueryID: "Q01",
    Page: 1,
    Limit: 10,
    WhereStr,
  });
  return (answer.ReturnData.list as Record<string, unknown>[])[0];
};

describe("photos, from request to closing", () => {
  const task = async (MT_TYPE: 1 | 2) => {
    const input = { MT_TYPE, MOLD_NO: "A", MT_SOURCE: 3, TASK_REASON: "pin broke" };
    return String((await run("worker", "rf_AddTask", input)).TASK_ID);
  };

  it("of major maintenance are visible to users who may open that screen and see the mold", async () => {
    const TASK_ID = await task(2);
    await run("worker", "rf_StartTask", { TASK_ID });
    const { code, path } = await upload("worker", 1, "MAINTAIN_TASK", TASK_ID);
    expect(code).toBe(0);
    await run("worker", "rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "new pin", IMG_URL: path });
    await run("major", "rf_AcceptTask", { TASK_ID });
    const row = await rowOf("major", "MT102", "TASK_ID", TASK_ID);
    expect(row).toMatchObject({ MT_STAT: 4, IMG_URL: path });
    for (const who of ["worker", "major", "here"]) expect(await see(who, path), who).toEqual(picture(1));
    for (const who of ["daily", "elsewhere", "stranger"]) expect(await see(who, path), who).toBe(403);
    // Adding photos to a major task requires a right to write on the screen of major maintenance.
    expect((await upload("major", 2, "MAINTAIN_TASK", TASK_ID)).code).toBe(0);
    expect((await upload("here", 3, "MAINTAIN_TASK", TASK_ID)).code).toBe(1);
  });

  it("of daily maintenance are hidden from users who may open only the screen of major maintenance", async () => {
    const TASK_ID = await task(1);
    const { path } = await upload("worker", 4, "MAINTAIN_TASK", TASK_ID);
    await run("worker", "rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "oiled", IMG_URL: path });
    expect(await rowOf("daily", "MT101", "TASK_ID", TASK_ID)).toMatchObject({ MT_STAT: 4, IMG_URL: path });
    expect(await see("daily", path)).toEqual(picture(4));
    expect(await see("major", path)).toBe(403);
    const all = { Type: "QueryBySelf", TableName: "MAINTAIN_TASK" };
    const kinds = async (who: string, MENU_ID: string) =>
      ((await mitt(who, { ...all, MENU_ID })).ReturnData.list as Record<string, unknown>[]).map(
        (r) => r.MT_TYPE,
      );
    expect([...new Set(await kinds("daily", "MT101"))]).toEqual([1]);
    expect([...new Set(await kinds("major", "MT102"))]).toEqual([2]);
    expect(await mitt("major", { ...all, MENU_ID: "MT101" })).toMatchObject({ Msg: "S0020" });
  });

  it("of an inspection show the fault and its repair", async () => {
    const id = freshCode("I");
    const before = (await upload("worker", 5, "MOLD_APPOINT", id)).path;
    const row = {
      APPOINT_ID: id,
      APPOINT_TYPE: 1,
      MOLD_NO: "A",
      PROBLEM: "flash",
      PROBLEM_URL: before,
      APPOINT_LEVEL: 2,
    };
    expect(
      await mitt("worker", { Type: "insert", MENU_ID: "IN101", TableName: "MOLD_APPOINT", Data: [row] }),
    ).toMatchObject({ Code: 0 });
    const after = (await upload("worker", 6, "MOLD_APPOINT", id)).path;
    await run("worker", "rf_SolveAppoint", {
      APPOINT_ID: id,
      SAVE_PROBLEM: "ground",
      SAVE_PROBLEM_URL: after,
    });
    await run("judge", "rf_CloseAppoint", { APPOINT_IDS: [id] });
    expect(await rowOf("closer", "IN102", "APPOINT_ID", id)).toMatchObject({
      APPOINT_STAT: 3,
      PROBLEM_URL: before,
      SAVE_PROBLEM_URL: after,
    });
    for (const who of ["judge", "closer"]) {
      expect(await see(who, before), who).toEqual(picture(5));
      expect(await see(who, after), who).toEqual(picture(6));
    }
    expect(await see("stranger", before)).toBe(403);
  });

  it("of an inventory count show expected and surplus molds", async () => {
    const WIN_FROM = new Date(Date.now() - 3_600_000).toISOString();
    const IV_ID = String((await run("stocktaker", "rf_StartInventory", { IV_NAME: "May", WIN_FROM })).IV_ID);
    const seen = (await upload("stocktaker", 7, "INVENTORY_DT", `${IV_ID}/A`)).path;
    const count = (MOLD_NO: string, OUTCOME: number, IMG_URL: string) =>
      run("stocktaker", "rf_CountMold", { IV_ID, MOLD_NO, OUTCOME, IMG_URL });
    await count("A", 1, seen);
    // The photo is taken before the mold's number is entered. So it belongs to a line of the stock-take without a mold
    // number: nothing follows the slash.
    const unknown = (await upload("stocktaker", 8, "INVENTORY_DT", `${IV_ID}/`)).path;
    expect(await see("historian", unknown), "of no line yet").toBe(403);
    await count("NO-PLATE", 4, unknown);
    await run("stocktaker", "rf_SubmitInventory", { IV_ID });
    await run("auditor", "rf_AuditSurplus", { LINE_ID: `${IV_ID}/NO-PLATE`, IS_ACCEPTED: "Y" });
    await run("auditor", "rf_CloseInventory", { IV_ID });
    const lines = await mitt("historian", {
      Type: "QueryByID",
      MENU_ID: "IV103",
      QueryID: "Q02",
      Page: 1,
      Limit: 10,
      WhereStr: [{ Field: "IV_ID", ConditionalCode: "EQ", Value: IV_ID }],
    });
    const of = (no: string) =>
      (lines.ReturnData.list as Record<string, unknown>[]).find((l) => l.MOLD_NO === no);
    expect(of("A")).toMatchObject({ IMG_URL: seen, IV_RESULT: "here" });
    expect(of("NO-PLATE")).toMatchObject({ IMG_URL: unknown, IV_RESULT: "surplus" });
    expect(await see("historian", seen)).toEqual(picture(7));
    expect(await see("historian", unknown)).toEqual(picture(8));
    for (const who of ["next door", "stranger"]) expect(await see(who, seen), who).toBe(403);
  });

  it("are refused for a row that the user may not see or not change", async () => {
    const TASK_ID = await task(1);
    for (const [who, n] of [
      ["neighbour", 13],
      ["daily", 14],
      ["stranger", 15],
    ] as const)
      expect((await upload(who, n, "MAINTAIN_TASK", TASK_ID)).code, who).toBe(1);
    expect((await upload("worker", 16, "MAINTAIN_TASK", TASK_ID)).code).toBe(0);
  });

  it("that were taken for a row which somebody else then creates stay with their owner", async () => {
    const APPOINT_ID = freshCode("I");
    const { code, path } = await upload("neighbour", 17, "MOLD_APPOINT", APPOINT_ID);
    expect(code).toBe(0);
    const row = { APPOINT_ID, APPOINT_TYPE: 1, MOLD_NO: "A", PROBLEM: "flash", APPOINT_LEVEL: 2 };
    const insert = (more: object) =>
      mitt("worker", {
        Type: "insert",
        MENU_ID: "IN101",
        TableName: "MOLD_APPOINT",
        Data: [{ ...row, ...more }],
      });
    expect(await insert({ PROBLEM_URL: path })).toMatchObject({ Code: 1, Msg: "S0202^PROBLEM_URL" });
    expect(await insert({})).toMatchObject({ Code: 0 });
    for (const who of ["worker", "judge"]) expect(await see(who, path), who).toBe(403);
    expect(await see("neighbour", path)).toEqual(picture(17));
  });

  it("of another inventory count or another user are refused", async () => {
    const WIN_FROM = new Date(Date.now() - 3_600_000).toISOString();
    const IV_ID = String((await run("stocktaker", "rf_StartInventory", { IV_NAME: "June", WIN_FROM })).IV_ID);
    const elsewhere = (await upload("stocktaker", 9, "INVENTORY_DT", "another/")).path;
    const theirs = (await upload("worker", 10, "MAINTAIN_TASK", await task(1))).path;
    for (const IMG_URL of [elsewhere, theirs, `${elsewhere},${theirs}`])
      expect(
        await mitt("stocktaker", {
          Type: "rf_CountMold",
          InParams: { IV_ID, MOLD_NO: "FOUND", OUTCOME: 4, IMG_URL },
        }),
      ).toMatchObject({ Code: 1, Msg: "S0202^IMG_URL" });
    for (const path of [elsewhere, theirs]) expect(await see("historian", path)).toBe(403);
  });

  it("of a trial are stored from its result to its completion", async () => {
    const TRIAL_ID = freshCode("T");
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const row = { TRIAL_ID, MOLD_NO: "A", TRIAL_REASON: "new resin", PLAN_DATE: at(0) };
    expect(
      await mitt("tester", { Type: "insert", MENU_ID: "TR101", TableName: "MOLD_TRIAL", Data: [row] }),
    ).toMatchObject({ Code: 0 });
    await run("tester", "rf_SubmitTrial", { TRIAL_ID });
    await run("auditor", "rf_AuditTrial", { TRIAL_ID });
    await run("tester", "rf_StartTrial", { TRIAL_ID, START_TIME: at(30) });
    const first = (await upload("tester", 11, "MOLD_TRIAL", TRIAL_ID)).path;
    const second = (await upload("tester", 12, "MOLD_TRIAL", TRIAL_ID)).path;
    const result = { TRIAL_ID, TRIAL_STAT: 1, END_TIME: at(1), FINDINGS: "no flash" };
    await run("tester", "rf_RecordTrial", { ...result, IMG_URL: `${first},${second}` });
    await run("tester", "rf_CompleteTrial", { TRIAL_ID });
    expect(await rowOf("trial reader", "TR101", "TRIAL_ID", TRIAL_ID)).toMatchObject({
      AUDIT_STAT: 3,
      IMG_URL: `${first},${second}`,
    });
    expect(await see("trial reader", first)).toEqual(picture(11));
    expect(await see("trial reader", second)).toEqual(picture(12));
    for (const who of ["other plant", "stranger"]) expect(await see(who, first), who).toBe(403);
  });
});
