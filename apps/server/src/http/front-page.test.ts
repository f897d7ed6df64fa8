import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { App } from "../app.ts";
import { Guests } from "../kernel/auth/guest.ts";
import { sql } from "../kernel/db/sql.ts";
import { encoded, FrontPage } from "./front-page.ts";
import { HttpTestServer, type TestTenant } from "./testing/http-test-server.ts";

const index = '<!doctype html><div id="front"></div><div id="root"></div>';
const drawing = (body: string) => `export const frontPages = async (list, shop) => { ${body} };`;
const sold = 'return "<i>" + shop.SHOP_NAME + list.map((g) => g.GOODS_NAME + " " + g.UNIT_PRICE) + "</i>";';

let server: HttpTestServer;
let t: TestTenant;
let now = Date.now();
const root = mkdtempSync(join(tmpdir(), "shotkeeper-front-"));

beforeAll(async () => {
  server = await HttpTestServer.start();
  t = await server.tenant();
  writeFileSync(join(root, "index.html"), index);
  mkdirSync(join(root, "front"));
  // The product's name contains `$&`, which String.replace would expand. The rendered page must show the name
  // unchanged.
  await server.app.db.run(t.tenantId, [
    sql`
      insert into product (
        tenant_id, goods_id, goods_name, goods_type, unit_price, off_shelf, created_by, updated_by
      )
      values (${t.tenantId}, 'A', $$A$&$$, 2, 12.5, false, 'x', 'x'),
        (${t.tenantId}, 'B', 'gone', 2, 1, true, 'x', 'x')
    `,
  ]);
}, 60_000);
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true });
});

/** Renders the shop's first page with an empty cache, for a visitor of this tenant's shop. */
async function page(): Promise<string> {
  now += 60_000;
  const { app } = server;
  const [code] = await app.db.platform(sql`select code from tenant where tenant_id = ${t.tenantId}`);
  const real = new Guests(app.db);
  const guests = { find: (_: object, at: number) => real.find({ code: String(code?.[0]?.code) }, at) };
  const made = await new FrontPage({ ...app, guests, now: () => now } as unknown as App, root).get({});
  const text = made.plain.toString();
  expect(brotliDecompressSync(encoded(made, "gzip, br").body).toString()).toBe(text);
  expect(gunzipSync(encoded(made, "gzip").body).toString()).toBe(text);
  expect(encoded(made)).toEqual({ body: made.plain });
  return text;
}

const open = (value: string) =>
  server.app.db.run(t.tenantId, [
    sql`
      insert into parameter (tenant_id, prm_id, prm_value, created_by, updated_by)
      values (${t.tenantId}, 'SHOP_OPEN', ${value}, 'x', 'x')
      on conflict (tenant_id, prm_id) do update
      set prm_value = excluded.prm_value
    `,
  ]);

it("leaves the page unchanged if the shop is closed or its first page cannot be rendered", async () => {
  expect(await page()).toBe(index);
  await open("1");
  expect(await page()).toBe(index);
});

it("renders the shop's first page as visitors see it, and renders it again after a change", async () => {
  await open("1");
  await server.app.db.run(t.tenantId, [
    sql`update tenant set shop_name = 'Counters$' where tenant_id = ${t.tenantId}`,
  ]);
  writeFileSync(join(root, "front", "pages.js"), drawing(sold));
  expect(await page()).toBe(
    index.replace('<div id="root">', () => '<i>Counters$A$& 12.5</i><div id="root">'),
  );
  await open("0");
  expect(await page()).toBe(index);
});
