import { beforeAll, expect, it } from "vitest";
import { noon, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

// Single faults that an audit found. Faults of a whole class have their tests beside the class, see
// docs/audit-findings.md.

let s: TestServer;
let t: TestTenant;
beforeAll(async () => {
  s = await withServer();
  s.clock.now = noon;
  t = await TestTenant.create(s);
  await t.mold("A");
});

const insert = (MENU_ID: string, TableName: string, row: Record<string, unknown>) =>
  t.admin.mitt({ Type: "insert", MENU_ID, TableName, Data: [row] });
const mold = {
  ENGINE_ID: "O1",
  SAVE_ADDRESS: "P1",
  MOLD_MAKE_ID: "M1",
  PRODUCT_CYCLE: 30,
  DAY_MAINTAIN_TIME: 100,
  BIG_MAINTAIN_TIME: 1000,
  MD_T0_TIME: "2025-01-01",
  MD_OVER_TIME: "2025-02-01",
};

it("refuses a mold that is handed over before its first trial", async () => {
  const answer = await insert("BS101", "BS_MOLD", { ...mold, MOLD_NO: "X", MD_OVER_TIME: "2024-12-31" });
  expect(answer).toMatchObject({ Code: 1 });
});

it("refuses a correction of no shots", async () => {
  const answer = await t.admin.mitt({
    Type: "rf_CorrectCount",
    InParams: { MOLD_NO: "A", CORRECTION: 0, REASON: "x" },
  });
  expect(answer).toMatchObject({ Code: 1 });
});

it("refuses a user whose name differs from another only in capital letters", async () => {
  const user = { USER_ID: "ADMIN", USERNAME: "Li", STATUS: 0, ROLE_CODE: "admin" };
  expect(await insert("SYS101", "SYS_USER", user)).toEqual({ Code: 1, Msg: "S0029^USER_ID" });
});
