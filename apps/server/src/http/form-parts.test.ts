import { codes } from "@shotkeeper/contract/kernel";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HttpTestServer, type TestTenant } from "./testing/http-test-server.ts";

let server: HttpTestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await HttpTestServer.start({ mqttPort: undefined });
  tenant = await server.tenant();
}, 60_000);
afterAll(() => server.stop());

const form = "multipart/form-data";
const cut = '--x\r\ncontent-disposition: form-data; name="files[]"; filename="a.png"\r\n\r\nabc';

it.each([
  ["without a boundary", form, "abc"],
  ["with a boundary that is too long", `${form}; boundary=${"x".repeat(5000)}`, "abc"],
  ["that ends within a file", `${form}; boundary=x`, cut],
  ["that ends within the head of a part", `${form}; boundary=x`, cut.slice(0, 40)],
])("a form %s is refused as broken, not as a failure of the server", async (_what, type, payload) => {
  for (const url of ["/UploadFiles", "/packages/apk", "/shop/application/correct"]) {
    const headers = { authorizations: tenant.token, "content-type": type };
    const reply = await server.http.inject({ method: "POST", url, headers, payload });
    const { Msg } = reply.json<{ Msg: string }>();
    // A route other than /UploadFiles may refuse the form because of its first field, before the server notices that
    // the body is cut off. So its answer may be any refusal.
    expect([url, reply.statusCode < 500, Msg.startsWith(codes.internalError)]).toEqual([url, true, false]);
    if (url === "/UploadFiles") expect([reply.statusCode, Msg]).toEqual([400, codes.malformedBody]);
  }
});
