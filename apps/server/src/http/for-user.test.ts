import { forUser, forUserHeader } from "@shotkeeper/contract/kernel";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HttpTestServer, type TestTenant } from "./testing/http-test-server.ts";

let server: HttpTestServer;
let a: TestTenant;
let b: TestTenant;

beforeAll(async () => {
  server = await HttpTestServer.start({ mqttPort: undefined });
  a = await server.tenant();
  b = await server.tenant();
}, 60_000);
afterAll(() => server.stop());

it.each(["/mitt", "/UploadFiles"])(
  "%s refuses what a device has stored for another user or tenant",
  async (url) => {
    const form = new FormData();
    form.append("files[]", new Blob(["%PDF-1.4"]), "p.pdf");
    const upload = new Request("http://x/", { method: "POST", body: form });
    const payload = Buffer.from(await upload.arrayBuffer());
    const send = async (tenant: string, user: string) => {
      const owner = { authorizations: a.token, [forUserHeader]: forUser(tenant, user) };
      const type = { "content-type": upload.headers.get("content-type") ?? "" };
      const reply = await server.http.inject(
        url === "/mitt"
          ? {
              method: "POST",
              url,
              headers: owner,
              payload: { Type: "rf_ReadNotices", InParams: { NOTICE_ID: 1 } },
            }
          : { method: "POST", url, headers: { ...owner, ...type }, payload },
      );
      return [reply.statusCode, reply.json().Msg];
    };
    expect((await send(a.code, "admin"))[0]).toBe(200);
    expect(await send(a.code, "bob")).toEqual([409, "S0452"]);
    expect(await send(b.code, "admin")).toEqual([409, "S0452"]);
  },
);
