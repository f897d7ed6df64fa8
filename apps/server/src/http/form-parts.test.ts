import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { codes } from "@shotkeeper/contract/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

/** Sends a form with this body, or an endless one. Returns the answer, and a promise that the connection has ended. */
async function upload(body: Buffer | "endless"): Promise<{ text: string; closed: Promise<void> }> {
  const { port } = server.http.server.address() as AddressInfo;
  const headers = {
    authorizations: tenant.token,
    "content-type": `${form}; boundary=x`,
    ...(body !== "endless" && { "content-length": body.length }),
  };
  const call = request({ port, path: "/UploadFiles", method: "POST", headers });
  const closed = new Promise<void>((resolve) => call.once("close", resolve));
  const answer = new Promise<string>((resolve, reject) => {
    call.on("error", reject);
    call.once("response", (response) => {
      let text = "";
      response.on("data", (part) => (text += part));
      response.on("end", () => resolve(text));
    });
  });
  if (body === "endless") {
    call.write(pdfHead);
    const timer = setInterval(() => call.write(Buffer.alloc(20_000)), 100);
    void closed.then(() => clearInterval(timer));
  } else call.end(body);
  return { text: await answer, closed };
}

const pdfHead = '--x\r\ncontent-disposition: form-data; name="files[]"; filename="a.pdf"\r\n\r\n';

describe("a refused form", () => {
  beforeAll(() => server.http.listen({ host: "127.0.0.1", port: 0 }));

  it("is read to its end, so that its client does not wait while it sends", async () => {
    const body = Buffer.concat([
      Buffer.from(pdfHead),
      Buffer.alloc(20 * 1024 * 1024),
      Buffer.from("\r\n--x--\r\n"),
    ]);
    expect(JSON.parse((await upload(body)).text)).toMatchObject({ Code: 1, Msg: "S0221" });
  }, 10_000);

  it("without an end is answered after some seconds, and its connection is closed", async () => {
    const { text, closed } = await upload("endless");
    expect(JSON.parse(text)).toMatchObject({ Code: 1, Msg: "S0221" });
    await closed;
  }, 20_000);
});

it.each(["/UploadFiles", "/packages/apk", "/shop/sign-up"])(
  "a large body for %s that is no form is refused before it is read",
  async (url) => {
    const payload = Buffer.alloc(12 * 1024 * 1024, "a");
    const reply = await server.http.inject({
      method: "POST",
      url,
      headers: { "content-type": "text/plain" },
      payload,
    });
    expect([reply.statusCode, reply.json<{ Msg: string }>().Msg]).toEqual([413, codes.requestTooLarge]);
  },
);
