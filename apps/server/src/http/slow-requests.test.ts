import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualSlowLimits } from "./slow-requests.ts";
import { HttpTestServer, type TestTenant } from "./testing/http-test-server.ts";

let server: HttpTestServer;
let t: TestTenant;
let port = 0;
beforeAll(async () => {
  server = await HttpTestServer.start({ mqttPort: undefined, captchaBypass: "x" }, false, {
    headersMs: 600,
    bodyMs: 600,
    checkMs: 100,
  });
  t = await server.tenant();
  await server.http.listen({ host: "127.0.0.1", port: 0 });
  ({ port } = server.http.server.address() as AddressInfo);
}, 60_000);
afterAll(() => server.stop());

/** Client that sends a text slowly. */
class SlowClient {
  received = "";
  readonly closed: Promise<number>;
  private readonly socket: Socket;
  private readonly since = performance.now();

  constructor(begin: string, repeated: string, everyMs: number) {
    this.socket = connect({ host: "127.0.0.1", port });
    this.socket.setEncoding("utf8");
    this.socket.on("data", (text) => {
      this.received += text;
    });
    this.socket.on("error", () => {});
    this.socket.write(begin);
    const timer = setInterval(() => this.socket.writable && this.socket.write(repeated), everyMs);
    this.closed = new Promise((resolve) =>
      this.socket.on("close", () => {
        clearInterval(timer);
        resolve(performance.now() - this.since);
      }),
    );
  }

  destroy(): void {
    this.socket.destroy();
  }
}

const post = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}`;
const json = "Content-Type: application/json\r\n";

describe("a slow request is cut", () => {
  it.each([
    ["headers", post("/mitt", "X-Slow: "), "a"],
    ["nothing at all", "", ""],
    ["a body with its length", post("/mitt", `${json}Content-Length: 1000\r\n\r\n{`), " "],
    ["a body in pieces", post("/jsq", `${json}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`), "1\r\n \r\n"],
    ["a log-in", post("/login", `${json}Content-Length: 100\r\n\r\n{`), " "],
  ])("while it sends %s", async (_, begin, repeated) => {
    const client = new SlowClient(begin, repeated, 50);
    const ms = await client.closed;
    expect(ms).toBeGreaterThan(500);
    expect(ms).toBeLessThan(2500);
  });

  it("while it sends a file at a trickle, with 408, and 200 of them free their connections", async () => {
    const begin = post(
      "/UploadFiles",
      `Authorizations: ${t.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n` +
        '--b\r\nContent-Disposition: form-data; name="files[]"; filename="a.txt"\r\n\r\n',
    );
    const clients = Array.from({ length: 200 }, () => new SlowClient(begin, "a", 50));
    await Promise.all(clients.map((c) => c.closed));
    for (const { received } of clients) expect(received).toMatch(/^HTTP\/1\.1 408 /);
    const connections = () =>
      new Promise<number>((resolve) => server.http.server.getConnections((_error, n) => resolve(n)));
    await expect.poll(connections).toBe(0);
  });
});

it("does not cut an upload that is steady, nor an open event stream", async () => {
  const body = Buffer.alloc(60_000, "a").toString();
  const boundary = '--b\r\nContent-Disposition: form-data; name="files[]"; filename="a.txt"\r\n\r\n';
  const length = boundary.length + body.length * 30 + 8;
  const begin = post(
    "/UploadFiles",
    `Authorizations: ${t.token}\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
      `Content-Length: ${length}\r\n\r\n${boundary}`,
  );
  const stream = new SlowClient(
    `GET /events HTTP/1.1\r\nHost: x\r\nAuthorizations: ${t.token}\r\n\r\n`,
    "",
    1000,
  );
  const socket = connect({ host: "127.0.0.1", port });
  let answer = "";
  socket.on("data", (text) => {
    answer += text;
  });
  socket.write(begin);
  for (let i = 0; i < 30; i++) {
    socket.write(body);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  socket.write("\r\n--b--\r\n");
  await expect.poll(() => answer).toContain('"Msg":"S0025"');
  expect(stream.received).toContain(": hello");
  socket.destroy();
  stream.destroy();
});

it("waits half a minute in production", () => {
  expect(usualSlowLimits).toEqual({ headersMs: 30_000, bodyMs: 30_000, checkMs: 5_000 });
});
