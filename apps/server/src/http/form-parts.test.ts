import { request } from "node:http";
import type { AddressInfo } from "node:net";
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

it("a refused form is read to its end, so that its client does not wait while it sends", async () => {
  await server.http.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.http.server.address() as AddressInfo;
  const head = '--x\r\ncontent-disposition: form-data; name="files[]"; filename="a.pdf"\r\n\r\n';
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(20 * 1024 * 1024),
    Buffer.from("\r\n--x--\r\n"),
  ]);
  const headers = {
    authorizations: tenant.token,
    "content-type": `${form}; boundary=x`,
    "content-length": body.length,
  };
  const call = request({ port, path: "/UploadFiles", method: "POST", headers });
  const sent = new Promise<void>((resolve, reject) => call.once("finish", resolve).once("error", reject));
  const answer = new Promise<string>((resolve) =>
    call.once("response", (response) => {
      let text = "";
      response.on("data", (part) => (text += part));
      response.on("end", () => resolve(text));
    }),
  );
  call.end(body);
  expect(JSON.parse(await answer)).toMatchObject({ Code: 1, Msg: "S0221" });
  await sent;
}, 10_000);
