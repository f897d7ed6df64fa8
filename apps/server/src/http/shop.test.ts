import { tokenHeader } from "@shotkeeper/contract/kernel";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { HttpTestServer } from "./testing/http-test-server.ts";

interface Answer {
  readonly Code: number;
  readonly Msg: string;
  readonly ReturnData: Readonly<Record<string, unknown>>;
}

let server: HttpTestServer;
interface Tenant {
  readonly tenantId: number;
  readonly token: string;
  readonly code: string;
}

let one: Tenant;
let two: Tenant;
const host = (t: Tenant) => `shop.${t.code}.test`;

beforeAll(async () => {
  server = await HttpTestServer.start();
  [one, two] = [await tenant(), await tenant()];
  for (const t of [one, two])
    await server.app.db.run(t.tenantId, [
      sql`update tenant set shop_name = ${`Shop ${t.code}`}, shop_host = ${host(t)} where tenant_id = ${t.tenantId}`,
      sql`
        insert into product (
          tenant_id, goods_id, goods_name, goods_type, unit_price, off_shelf, created_by, updated_by
        )
        values (${t.tenantId}, 'A', ${`Goods ${t.code}`}, 2, 12.5, false, 'x', 'x')
      `,
    ]);
}, 60_000);
afterAll(() => server.stop());

async function tenant(): Promise<Tenant> {
  const { tenantId, token } = await server.tenant();
  const [rows] = await server.app.db.platform(
    sql<{ code: string }>`select code from tenant where tenant_id = ${tenantId}`,
  );
  return { tenantId, token, code: rows[0]?.code ?? "" };
}

const open = (t: Tenant, value: string) =>
  server.app.db.run(t.tenantId, [
    sql`
      insert into parameter (tenant_id, prm_id, prm_value, created_by, updated_by)
      values (${t.tenantId}, 'SHOP_OPEN', ${value}, 'x', 'x')
      on conflict (tenant_id, prm_id) do update
      set prm_value = excluded.prm_value
    `,
  ]);
const post = async (url: string, payload: object, headers: Record<string, string> = {}): Promise<Answer> =>
  (await server.http.inject({ method: "POST", url, payload, headers })).json();
const goods = (more: object, headers?: Record<string, string>) =>
  post("/mitt", { Type: "QueryByID", MENU_ID: "BS103", QueryID: "Q21", Page: 1, Limit: 9, ...more }, headers);

it("tells visitors nothing about a closed or an unknown shop", async () => {
  for (const TENANT_ID of [one.code, "nobody"])
    expect(await post("/shop/info", { TENANT_ID })).toMatchObject({ Code: 0, ReturnData: { IS_OPEN: "N" } });
  expect(Object.keys((await post("/shop/info", { TENANT_ID: one.code })).ReturnData)).toEqual(["IS_OPEN"]);
  expect(await goods({ TENANT_ID: "nobody" })).toEqual({ Code: 1, Msg: "S0009" });
  expect(await post("/shop/info", { TENANT_ID: 5 })).toEqual({ Code: 1, Msg: "S0007^TENANT_ID" });
});

it("shows each tenant's visitors the shop of this tenant, chosen by parameter or host name", async () => {
  await open(one, "1");
  await open(two, "1");
  // Waits until the server has forgotten that the shops were closed, which it caches for three seconds.
  await new Promise((r) => setTimeout(r, 3100));
  for (const t of [one, two]) {
    const facts = { IS_OPEN: "Y", TENANT_ID: t.code, SHOP_NAME: `Shop ${t.code}`, SHOP_PHONE: null };
    const sold = { Code: 0, ReturnData: { count: 1, list: [{ GOODS_NAME: `Goods ${t.code}` }] } };
    expect((await post("/shop/info", { TENANT_ID: t.code })).ReturnData).toMatchObject(facts);
    expect((await post("/shop/info", {}, { host: `${host(t)}:8443` })).ReturnData).toMatchObject(facts);
    expect(await goods({ TENANT_ID: t.code })).toMatchObject(sold);
    expect(await goods({}, { host: host(t) })).toMatchObject(sold);
  }
});

it("leads from the path of a tenant's shop to the document with the tenant as parameter", async () => {
  const answer = await server.http.inject({ url: "/shop/a%26b" });
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe("/?TENANT=a%26b#/Shop/index");
});

it("shows a signed-in user the shop of this user's tenant, whatever the address", async () => {
  const answer = await post("/shop/info", { TENANT_ID: two.code }, { [tokenHeader]: one.token });
  expect(answer.ReturnData).toMatchObject({ TENANT_ID: one.code });
});

it("shows visitors the logo of the open shop, and no other file of the tenant", async () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const upload = async (ownerPart: string) => {
    const edge = "----edge";
    const info = { OT_TB: "SYS_TENANT", OT_ID1: one.code, OT_ID2: ownerPart };
    const part = (head: string) => `--${edge}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
    const payload = Buffer.concat([
      Buffer.from(part('name="file"; filename="logo.png"')),
      png,
      Buffer.from(`\r\n${part('name="FileInfo"')}${JSON.stringify(info)}\r\n--${edge}--\r\n`),
    ]);
    const headers = { [tokenHeader]: one.token, "content-type": `multipart/form-data; boundary=${edge}` };
    const answer = await server.http.inject({ method: "POST", url: "/UploadFiles", headers, payload });
    return answer.json<{ ReturnData: { FILE_PATH: string }[] }>().ReturnData[0]?.FILE_PATH ?? "";
  };
  const read = async (path: string, tenant: string) =>
    (await server.http.inject({ url: `${path}?tenant=${tenant}` })).statusCode;
  const logo = await upload("LOGO");
  expect(await read(logo, one.code)).toBe(200);
  expect(await read(logo, two.code)).toBe(404);
  expect(await read(await upload("SEAL"), one.code)).toBe(403);
});

it("gives a host name to one shop only, and refuses texts that are no host name", async () => {
  const save = (SHOP_HOST: string) =>
    post(
      "/mitt",
      {
        Type: "update",
        MENU_ID: "SYS109",
        TableName: "SYS_TENANT",
        Data: [{ TENANT_ID: one.code, SHOP_HOST }],
      },
      { [tokenHeader]: one.token },
    );
  expect(await save(host(two))).toEqual({ Code: 1, Msg: "S0029^SHOP_HOST" });
  for (const wrong of ["https://shop.test", "shop.test:80", "Shop.test", "-a.test", "a..b"])
    expect(await save(wrong), wrong).toEqual({ Code: 1, Msg: "S0200^SHOP_HOST" });
  expect(await save("new.example.com")).toMatchObject({ Code: 0 });
});
