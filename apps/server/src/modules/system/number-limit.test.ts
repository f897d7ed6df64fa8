import { expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { logIn, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

it("gives customers numbers of invoices only, and nobody but staff more than 60 an hour", async () => {
  const s = await withServer();
  const t = await TestTenant.create(s);
  await t.rows(sql`
    insert into customer (tenant_id, cust_id, cust_name) values (${t.id}, 'C1', 'Customer')
  `);
  await t.rows(sql`
    insert into "user" (tenant_id, user_id, user_name, cust_id) values (${t.id}, 'buyer', 'Buyer', 'C1')
  `);
  const buyer = await logIn(s, t.id, "buyer");
  const next = async (user: typeof buyer, DOC_ID: string) =>
    (await user.mitt({ Type: "rf_GetAutoDocNo", InParams: { DOC_ID } })).Msg;
  expect(await next(buyer, "PO")).toBe("S0020");
  for (let i = 0; i < 60; i++) expect(await next(buyer, "D030")).toBe("S0012");
  expect(await next(buyer, "D030")).toBe("S0204^3600");
  const inPlant = await t.user("P1");
  for (let i = 0; i < 60; i++) expect(await next(inPlant, "PO")).toBe("S0012");
  expect(await next(inPlant, "PO")).toMatch(/^S0204/);
  for (let i = 0; i < 70; i++) expect(await next(t.admin, "PO")).toBe("S0012");
  s.clock.now += 3_600_000;
  expect(await next(buyer, "D030")).toBe("S0012");
});

it("shows people, checklists and parts of maintenance only with a right on its screens", async () => {
  const s = await withServer();
  const t = await TestTenant.create(s);
  const ask = async (rights: string[], MENU_ID: string, QueryID: string) =>
    (await (await t.user("P1", rights)).mitt({ Type: "QueryByID", MENU_ID, QueryID })).Msg;
  for (const [menu, id] of [
    ["MT101", "Q02"],
    ["MT102", "Q02"],
    ["MT102", "Q03"],
  ] as const) {
    expect(await ask(["BS101:Q"], menu, id)).toBe("S0020");
    expect(await ask(["MT101:Q"], menu, id)).toBe("S0018");
    expect(await ask(["MT102:Q"], menu, id)).toBe("S0018");
  }
  expect(await ask(["IN101:Q"], "MT101", "Q02")).toBe("S0018");
});
