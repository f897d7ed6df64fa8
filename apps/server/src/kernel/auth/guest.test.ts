import { beforeEach, expect, it } from "vitest";
import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";
import { refusalOf } from "../testing/refusal.ts";
import { type KernelTenant, kernelTenant } from "../testing/tenant.ts";
import { noon } from "../testing/test-ctx.ts";
import { Guests } from "./guest.ts";

let t: KernelTenant;
let guests: Guests;
beforeEach(async () => {
  t = await kernelTenant("Asia/Tokyo");
  guests = new Guests(t.ctx.db);
});
const set = (value: string) =>
  t.rows(sql`insert into parameter (tenant_id, prm_id, prm_value) values (${t.id}, 'SHOP_OPEN', ${value})
    on conflict (tenant_id, prm_id) do update set prm_value = excluded.prm_value`);
const find = (at = noon) => guests.find({ code: t.code }, at);

it("returns a visitor of an open shop, without name, rights or scope", async () => {
  await set("1");
  expect(await find()).toEqual({
    tenantId: t.id,
    tenantCode: t.code,
    zone: "Asia/Tokyo",
    userId: "",
    userName: "",
    roleCode: null,
    rights: new Set(),
    scope: { kind: "none" },
    sessionHash: "",
  });
});

it("refuses closed and unknown shops", async () => {
  expect(await refusalOf(() => find())).toBe("noToken");
  await set("0");
  expect(await refusalOf(() => new Guests(t.ctx.db).find({ code: t.code }, noon))).toBe("noToken");
  await t.rows(sql`update parameter set prm_id = 'OTHER', prm_value = '1'`);
  expect(await refusalOf(() => new Guests(t.ctx.db).find({ code: t.code }, noon))).toBe("noToken");
  expect(await refusalOf(() => guests.find({ code: "nobody" }, noon))).toBe("noToken");
});

it("recognizes within three seconds that a shop was opened or closed", async () => {
  await set("1");
  await find();
  await set("0");
  expect((await find(noon + 3000)).tenantId).toBe(t.id);
  expect(await refusalOf(() => find(noon + 3001))).toBe("noToken");
  await set("1");
  expect(await refusalOf(() => find(noon + 6001))).toBe("noToken");
  expect((await find(noon + 6002)).tenantId).toBe(t.id);
});

it("chooses the shop by the host name, in any case, if the request names no tenant", async () => {
  await t.rows(sql`update tenant set shop_host = ${`shop.${t.code}.test`} where tenant_id = ${t.id}`);
  await set("1");
  expect((await guests.find({ host: `SHOP.${t.code}.test` }, noon)).tenantId).toBe(t.id);
  // If a request names a tenant and a host name, only the tenant counts.
  expect(await refusalOf(() => guests.find({ code: "nobody", host: `shop.${t.code}.test` }, noon))).toBe(
    "noToken",
  );
  await set("0");
  // The host name of a closed shop does not lead to the shop of another tenant.
  expect(await refusalOf(() => guests.find({ host: `shop.${t.code}.test` }, noon + 4000))).toBe("noToken");
});

it("uses the only open shop if neither the tenant nor the host name chooses one", async () => {
  const tenants = (...ids: readonly number[]) =>
    ids.map((id) => ({ tenant_id: id, code: `t${id}`, zone: "UTC" }));
  /**
   * Returns `Guests` on a fake database with the tenants `known`. The tenants with the ids `open` have an open shop.
   */
  const guestsOf = (known: readonly object[], open: readonly number[]) =>
    new Guests({
      platform: async () => [known],
      run: async (id: number) => [open.includes(id) ? [{}] : []],
    } as unknown as Db);
  expect(await guestsOf(tenants(1), [1]).find({}, noon)).toMatchObject({ tenantId: 1, zone: "UTC" });
  expect(await guestsOf(tenants(1, 2, 3), [2]).find({}, noon)).toMatchObject({ tenantId: 2 });
  for (const open of [[], [1, 3]])
    expect(await refusalOf(() => guestsOf(tenants(1, 2, 3), open).find({}, noon))).toBe("noToken");
});

it("searches all tenants once for concurrent requests, whatever their host names are", async () => {
  let searches = 0;
  const db = {
    platform: async ({ parts }: Sql) => {
      if (parts.join("").includes("where")) return [[]];
      searches++;
      return [[{ tenant_id: 1, code: "t1", zone: "UTC" }]];
    },
    run: async () => [[{}]],
  } as unknown as Db;
  const guests = new Guests(db);
  const hosts = Array.from({ length: 50 }, (_, i) => `made-up-${i}.test`);
  await Promise.all(hosts.map((host, i) => guests.find({ host }, noon + i)));
  expect(searches).toBe(1);
  expect(await refusalOf(() => guests.find({ code: "x".repeat(31) }, noon))).toBe("noToken");
});

it("reads again after a failure of the database", async () => {
  let fails = true;
  const db = {
    platform: async () => {
      if (fails) throw new Error("no connection");
      return [[{ tenant_id: 1, code: "t1", zone: "UTC" }]];
    },
    run: async () => [[{}]],
  };
  const guests = new Guests(db as unknown as Db);
  await expect(guests.find({}, noon)).rejects.toThrow("no connection");
  fails = false;
  expect(await guests.find({}, noon)).toMatchObject({ tenantId: 1 });
});
