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
