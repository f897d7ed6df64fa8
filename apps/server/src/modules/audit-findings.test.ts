import { expect, it } from "vitest";
import { withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

// Regression tests for single faults that an audit found. docs/audit-findings.md names the tests of all other
// faults.

it("refuses a user whose name differs from another only in capital letters", async () => {
  const { admin } = await TestTenant.create(await withServer());
  const Data = [{ USER_ID: "ADMIN", USERNAME: "Li", STATUS: 0, ROLE_CODE: "admin" }];
  const insert = () => admin.mitt({ Type: "insert", MENU_ID: "SYS101", TableName: "SYS_USER", Data });
  expect(await insert()).toEqual({ Code: 1, Msg: "S0029^USER_ID" });
});
