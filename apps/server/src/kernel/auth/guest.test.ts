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
const find = (at = noon) => guests.find(t.code, at);

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
  expect(await refusalOf(() => new Guests(t.ctx.db).find(t.code, noon))).toBe("noToken");
  await t.rows(sql`update parameter set prm_id = 'OTHER', prm_value = '1'`);
  expect(await refusalOf(() => new Guests(t.ctx.db).find(t.code, noon))).toBe("noToken");
  expect(await refusalOf(() => guests.find("nobody", noon))).toBe("noToken");
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

it("uses the only tenant if the request names none", async () => {
  const one = { tenant_id: t.id, code: t.code, zone: "UTC" };
  const requests: string[] = [];
  const dbOf = (tenants: object[]) => {
    const db = {
      async platform(s: Sql) {
        requests.push(s.compile().text);
        return [tenants];
      },
      run: async () => [[{}]],
    };
    return new Guests(db as unknown as Db);
  };
  expect(await dbOf([one]).find(undefined, noon)).toMatchObject({ tenantId: t.id, zone: "UTC" });
  expect(requests[0]).not.toContain("where");
  for (const tenants of [[], [one, one]])
    expect(await refusalOf(() => dbOf(tenants).find(undefined, noon))).toBe("noToken");
});
