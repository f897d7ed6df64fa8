import { expect, it } from "vitest";
import { withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

const later = "2030-01-01T00:00:00Z";

/**
 * Required fields according to the specification (admin §5). Each entry has a complete row of a table and the fields
 * that must not be missing.
 */
const tables = [
  {
    menu: "BS101",
    name: "BS_MOLD",
    row: {
      MOLD_NO: "M1",
      ENGINE_ID: "O1",
      DAY_MAINTAIN_TIME: 100,
      BIG_MAINTAIN_TIME: 1000,
      MD_T0_TIME: "2026-01-01",
      MD_OVER_TIME: "2026-02-01",
    },
  },
  {
    menu: "CT101",
    name: "BS_WRITER",
    row: {
      WRITER_ID: "C1",
      WRITER_IMIE: "chip-of-required",
      WRITER_TYPE: "LTE",
      WRITER_STAT: 0,
      IS_VALID: "Y",
      ENABLE_GPS: "N",
    },
  },
  { menu: "BS105", name: "BS_MAIN_SUP", row: { MAIN_ID: "O1", SUP_ID: "P1" } },
  {
    menu: "BS107",
    name: "BS_DEVICE",
    row: { DEV_ID: "D1", DEV_NAME: "Press", DEV_TON: 200, DUTY_MAN: "Li", PLANT_ID: "P1", DEV_STAT: 0 },
  },
  { menu: "BS103", name: "BS_CUST", row: { CUST_ID: "C1", CUST_NAME: "Acme" } },
  {
    menu: "PO101",
    name: "PRD_ORDER",
    row: { ORDER_ID: "PO1", MOLD_NO: "M1", ORDER_TIMES: 500, PE_DATE: later },
  },
  {
    menu: "IN101",
    name: "MOLD_APPOINT",
    // The row has no number (APPOINT_ID), because the server assigns the number. A form without a connection cannot
    // request a number.
    row: { APPOINT_TYPE: 1, MOLD_NO: "M1", PROBLEM: "flash", APPOINT_LEVEL: 2 },
  },
] as const;

// spec: admin 5.1-5.16, 8.8
it("refuses rows in which a field required by the specification is missing, empty or null", async () => {
  const t = await TestTenant.create(await withServer());
  const insert = (menu: string, name: string, row: Readonly<Record<string, unknown>>) =>
    t.admin.mitt({ Type: "insert", MENU_ID: menu, TableName: name, Data: [row] });
  for (const { menu, name, row } of tables) {
    for (const field of Object.keys(row)) {
      const { [field]: _, ...without } = row as Readonly<Record<string, unknown>>;
      const refused = { Code: 1, Msg: `S0007^${field}` };
      expect(await insert(menu, name, without), `${name} without ${field}`).toEqual(refused);
      expect(await insert(menu, name, { ...row, [field]: "" }), `${name}: empty ${field}`).toEqual(refused);
      expect(await insert(menu, name, { ...row, [field]: null }), `${name}: no ${field}`).toEqual(refused);
    }
    expect(await insert(menu, name, row), name).toMatchObject({ Msg: "S0022" });
  }
  // Required fields that belong to no table: the solution of an issue, the tenant's names, and the log-in.
  const solve = { Type: "rf_SolveAppoint", InParams: { APPOINT_ID: "A1", SAVE_PROBLEM: "" } };
  expect(await t.admin.mitt(solve)).toEqual({ Code: 1, Msg: "S0007^SAVE_PROBLEM" });
  for (const field of ["CUST_NAME", "SYS_NAME", "FULL_NAME"])
    expect(
      await t.admin.mitt({
        Type: "update",
        MENU_ID: "SYS109",
        TableName: "SYS_TENANT",
        Data: [{ TENANT_ID: t.code, [field]: "" }],
      }),
    ).toEqual({ Code: 1, Msg: `S0007^${field}` });
  const noTenant = { USER_ID: "admin", PASSWORD: "x", CAPTCHA_ID: "x", CAPTCHA: "test", DEV_TYPE: "PC" };
  const answer = await t.server.http.inject({ method: "POST", url: "/login", payload: noTenant });
  expect(answer.json()).toMatchObject({ Code: 1, Msg: "S0007^TENANT_ID" });
});
