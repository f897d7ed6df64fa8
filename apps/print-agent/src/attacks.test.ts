import { readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { Pairing } from "./pairing.ts";
import type { Spooler } from "./printers/printer.ts";
import { startAgent, type TestAgent } from "./testing/agent.ts";

// Attacks on the print service: requests of foreign pages and programs that must not print, pair, or read anything.
const shop = "https://shop.example";
const evil = "https://evil.example";
const pdf = "%PDF-1.4\n%%EOF\n";

const printer: Spooler = {
  formats: ["pdf"],
  isRepeatable: true,
  printers: async () => [{ name: "P", state: "ready", isDefault: true }],
  submit: async () => "P-1",
  progress: async () => ({ state: "done" }),
};

let agent: TestAgent | undefined;
afterEach(async () => {
  await agent?.stop();
  agent = undefined;
});

async function start(limits: Parameters<typeof startAgent>[3] = {}): Promise<TestAgent> {
  agent = await startAgent([printer], undefined, 0, limits);
  return agent;
}

interface Call {
  readonly method?: "GET" | "POST" | "OPTIONS";
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly payload?: string | object;
}

const call = async (a: TestAgent, { method = "GET", ...more }: Call) => {
  const { port } = new URL(a.address);
  const headers = { host: `127.0.0.1:${port}`, ...more.headers };
  const answer = await a.http.inject({ method, ...more, headers });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
};

async function token(a: TestAgent, origin: string): Promise<string> {
  const asked = await call(a, { method: "POST", url: "/pair", headers: { origin } });
  a.pairing.decide(a.pairing.pending().find((r) => r.origin === origin)?.id ?? "", true);
  const answer = await call(a, { url: `/pair/${JSON.parse(asked.body).request}`, headers: { origin } });
  return JSON.parse(answer.body).token;
}

const border = "x-border-x";
function form(fields: Record<string, string> = {}, file = pdf) {
  const parts = Object.entries({ pageWidth: "100", pageHeight: "150", ...fields }).map(
    ([name, value]) => `--${border}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${border}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${border}` },
    payload: `${parts.join("")}${head}${file}\r\n--${border}--\r\n`,
  };
}

const print = (a: TestAgent, headers: Record<string, string>, fields = {}, file = pdf) => {
  const { headers: type, payload } = form(fields, file);
  return call(a, { method: "POST", url: "/print", headers: { ...type, ...headers }, payload });
};

describe("attacks on the print service", () => {
  it("prints for a paired origin with its token only", async () => {
    const a = await start();
    const right = await token(a, shop);
    const others = await token(a, "https://other.example");
    const bearer = (t: string) => ({ authorization: `Bearer ${t}` });
    const table: readonly [string, Record<string, string>, number][] = [
      ["a paired page", { origin: shop, ...bearer(right) }, 202],
      ["a paired page without a token", { origin: shop }, 401],
      ["a paired page with another site's token", { origin: shop, ...bearer(others) }, 401],
      ["a foreign page with a stolen token", { origin: evil, ...bearer(right) }, 403],
      ["a page without an origin of its own", { origin: "null", ...bearer(right) }, 403],
      ["a subdomain of the paired site", { origin: "https://x.shop.example", ...bearer(right) }, 403],
      ["the paired site over http", { origin: "http://shop.example", ...bearer(right) }, 403],
      ["a program without a token", {}, 401],
      ["a program with a page's token", bearer(right), 401],
      ["the service's own page without a token", { origin: a.address }, 401],
    ];
    for (const [who, headers, status] of table)
      expect([who, (await print(a, headers)).status]).toEqual([who, status]);
    expect(a.jobs.list()).toHaveLength(1);
  });

  it.each([
    "evil.example",
    "evil.example:8001",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "0.0.0.0",
  ])("refuses the host name %j (DNS rebinding)", async (host) => {
    const a = await start();
    const right = await token(a, shop);
    for (const url of ["/", "/own/state", "/status", "/jobs"])
      expect((await call(a, { url, headers: { host } })).status).toBe(421);
    expect((await print(a, { host, origin: shop, authorization: `Bearer ${right}` })).status).toBe(421);
    expect((await call(a, { method: "POST", url: "/pair", headers: { host, origin: evil } })).status).toBe(
      421,
    );
  });

  it("keeps its own page from other pages and from programs without its key", async () => {
    const a = await start();
    const right = await token(a, shop);
    await call(a, { method: "POST", url: "/pair", headers: { origin: evil } });
    const [request] = a.pairing.pending();
    const approve = { method: "POST", url: `/own/requests/${request?.id}/approve` } as const;
    const key = { "x-page-key": a.pairing.pageKey };
    const table: readonly [string, Record<string, string>, number][] = [
      ["a program without the key", {}, 403],
      ["a program with a wrong key", { "x-page-key": "x".repeat(32) }, 429],
      ["the asking page", { origin: evil, ...key }, 403],
      ["a paired page", { origin: shop, authorization: `Bearer ${right}`, ...key }, 403],
    ];
    for (const [who, headers, status] of table) {
      expect([who, (await call(a, { ...approve, headers })).status]).toEqual([who, status]);
      const read = await call(a, { url: "/own/state", headers });
      expect([who, read.status >= 400, read.body.includes(request?.id ?? "?")]).toEqual([who, true, false]);
    }
    for (const origin of [evil, shop]) {
      expect((await call(a, { method: "OPTIONS", url: "/own/state", headers: { origin } })).status).toBe(403);
      expect((await call(a, { url: "/", headers: { origin } })).status).toBe(403);
    }
    const page = await call(a, { url: "/" });
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(page.headers["access-control-allow-origin"]).toBeUndefined();
    expect(page.body).not.toContain(a.pairing.pageKey);
    expect(statSync(join(a.dir, "page-key")).mode & 0o077).toBe(0);
    expect(a.pairing.sites().map((s) => s.origin)).toEqual([shop]);
    // The wrong keys that other callers have sent before must not delay the user, who sends the right key.
    expect((await call(a, { ...approve, headers: { origin: a.address, ...key } })).status).toBe(200);
  });

  it("shows a page only its own jobs", async () => {
    const a = await start();
    const [right, others] = [await token(a, shop), await token(a, "https://other.example")];
    const { body } = await print(a, { origin: shop, authorization: `Bearer ${right}` });
    const { jobId } = JSON.parse(body);
    const other = { origin: "https://other.example", authorization: `Bearer ${others}` };
    expect(JSON.parse((await call(a, { url: "/jobs", headers: other })).body).jobs).toEqual([]);
    expect((await call(a, { url: `/jobs/${jobId}`, headers: other })).status).toBe(404);
    for (const action of ["reprint", "cancel", "settle"])
      expect(
        (await call(a, { method: "POST", url: `/jobs/${jobId}/${action}`, headers: other })).status,
      ).toBe(404);
  });

  it("delays pages that keep asking, and none of them blocks another site", async () => {
    let now = 1_700_000_000_000;
    const pairing = new Pairing((await start()).dir, () => now);
    let accepted = 0;
    const waits: number[] = [];
    // The subdomains of one site send a hundred requests in a hundred seconds.
    for (let i = 0; i < 100; i++, now += 1000) {
      const answer = pairing.ask(`https://s${i}.evil.example`);
      if ("waitMs" in answer) waits.push(answer.waitMs);
      else accepted++;
    }
    expect(accepted).toBeLessThanOrEqual(7);
    expect(Math.max(...waits)).toBeGreaterThan(30_000);
    expect(pairing.pending().length).toBeLessThanOrEqual(2);
    expect("secret" in pairing.ask(shop)).toBe(true);
    const [request] = pairing.pending().filter((r) => r.origin === shop);
    // A site that the user refused must wait longer before its next request.
    pairing.decide(request?.id ?? "", false);
    const again = pairing.ask(shop);
    expect("waitMs" in again && again.waitMs).toBeGreaterThan(10_000);
    // A thousand requests of other sites must not keep a newer request out of the list that the user sees.
    for (let i = 0; i < 1000; i++) pairing.ask(`https://evil${i}.example`);
    expect(pairing.pending().length).toBeLessThanOrEqual(20);
    const late = pairing.ask("https://late.example");
    expect("secret" in late && pairing.pending().some((r) => r.origin === "https://late.example")).toBe(true);
  });

  it("takes hosts below a shared second level for sites of their own", async () => {
    const pairing = new Pairing((await start()).dir, () => 1_700_000_000_000);
    const accepted = (host: string) => "secret" in pairing.ask(`https://${host}`);
    expect(["a.com.cn", "b.com.cn", "c.co.uk", "d.co.uk", "e.example", "f.example"].map(accepted)).toEqual(
      Array(6).fill(true),
    );
    expect(["x.a.com.cn", "x.c.co.uk", "x.e.example"].map(accepted)).toEqual(Array(3).fill(false));
  });

  it("gives the token to the asking page only, once, and forgets old requests", async () => {
    let now = 1_700_000_000_000;
    const pairing = new Pairing((await start()).dir, () => now);
    const asked = pairing.ask(shop);
    if (!("secret" in asked)) throw new Error("refused");
    const [request] = pairing.pending();
    pairing.decide(request?.id ?? "", true);
    expect(pairing.answerTo(evil, asked.secret)).toBeUndefined();
    expect(pairing.answerTo(shop, asked.check)).toBeUndefined();
    expect(pairing.answerTo(shop, asked.secret)).toMatchObject({ token: expect.any(String) });
    expect(pairing.answerTo(shop, asked.secret)).toBeUndefined();
    now += 3_600_000;
    const old = pairing.ask(shop);
    const [late] = pairing.pending();
    now += 6 * 60_000;
    expect(pairing.decide(late?.id ?? "", true)).toBe(false);
    expect("secret" in old && pairing.answerTo(shop, old.secret)).toBeUndefined();
  });

  it("slows the guessing of tokens down, and accepts the right token meanwhile", async () => {
    const a = await start();
    const right = await token(a, shop);
    const statuses: number[] = [];
    for (let i = 0; i < 50; i++) {
      const headers = { origin: shop, authorization: `Bearer guess${i}` };
      statuses.push((await call(a, { url: "/status", headers })).status);
    }
    expect(statuses.filter((s) => s === 429).length).toBeGreaterThan(45);
    const headers = { origin: shop, authorization: `Bearer ${right}` };
    expect((await call(a, { url: "/status", headers })).status).toBe(200);
    expect(readFileSync(join(a.dir, "paired.json"), "utf8")).not.toContain(right);
  });

  it("refuses a revoked site at once", async () => {
    const a = await start();
    const right = await token(a, shop);
    const own = { "x-page-key": a.pairing.pageKey };
    const revoke = {
      method: "POST",
      url: "/own/sites/revoke",
      headers: own,
      payload: { origin: shop },
    } as const;
    expect((await call(a, revoke)).status).toBe(200);
    expect((await print(a, { origin: shop, authorization: `Bearer ${right}` })).status).toBe(403);
    expect(new Pairing(a.dir).sites()).toEqual([]);
  });

  it("limits the jobs of one site, their bytes, and the size of a job", async () => {
    const a = await start({ waitingOfOrigin: 3, bytes: 20_000 });
    await a.jobs.stop();
    const headers = { origin: shop, authorization: `Bearer ${await token(a, shop)}` };
    const other = { origin: evil, authorization: `Bearer ${await token(a, evil)}` };
    const large = `${pdf}${"x".repeat(15_000)}`;
    expect((await print(a, headers, {}, large)).status).toBe(202);
    expect((await print(a, headers, {}, large)).status).toBe(507);
    expect((await print(a, headers)).status).toBe(202);
    expect((await print(a, headers)).status).toBe(202);
    expect((await print(a, headers)).status).toBe(503);
    // The limits of one site do not apply to another site, which can still print.
    expect((await print(a, other)).status).toBe(202);
    expect((await print(a, other, {}, `${pdf}${"x".repeat(51 * 1024 * 1024)}`)).status).toBe(413);
    expect((await print(a, other, { jobName: "x".repeat(60_000) })).status).toBe(400);
    expect((await print(a, other, { labels: "[1]" })).status).toBe(400);
    expect((await print(a, other, { key: "../../x" })).status).toBe(400);
    expect(a.jobs.list()).toHaveLength(4);
  });

  it("refuses the form that a foreign page posts without asking the browser first", async () => {
    const a = await start();
    const simple = { method: "POST", payload: "x".repeat(1000) } as const;
    for (const url of ["/print", "/", "/jobs/1/reprint", "/own/sites/revoke"])
      for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
        const headers = { origin: evil, "content-type": type };
        expect((await call(a, { ...simple, url, headers })).status).toBe(403);
      }
    const { headers, payload } = form();
    const posted = { method: "POST", url: "/print", headers: { ...headers, origin: evil }, payload } as const;
    expect((await call(a, posted)).status).toBe(403);
    expect(a.jobs.list()).toEqual([]);
  });

  it("prints for a site while another one holds slow uploads and silent connections", async () => {
    const a = await start();
    const [slow, right] = [await token(a, evil), await token(a, shop)];
    const { port, host } = new URL(a.address);
    const head = [
      "POST /print HTTP/1.1",
      `Host: ${host}`,
      `Origin: ${evil}`,
      `Authorization: Bearer ${slow}`,
      `Content-Type: multipart/form-data; boundary=${border}`,
      "Content-Length: 1000000",
    ].join("\r\n");
    const answers: string[] = [];
    const open = (text: string) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
      socket.on("data", (data) => answers.push(data.toString("latin1").slice(9, 12)));
      socket.on("error", () => {});
      return socket;
    };
    const sockets = [...Array(200).fill(""), "GET / HTTP/1.1\r\nHo"].map(open);
    for (let i = 0; i < 8; i++) sockets.push(open(`${head}\r\n\r\n--${border}\r\n`));
    // The site has begun eight uploads that never end. The service lets three of them run, and refuses five at once.
    for (let i = 0; i < 200 && answers.length < 5; i++) await pause(10);
    const posted = await fetch(`${a.address}/print`, {
      method: "POST",
      headers: { origin: shop, authorization: `Bearer ${right}`, ...form().headers },
      body: form().payload,
    });
    expect([posted.status, answers]).toEqual([202, Array(5).fill("503")]);
    for (const socket of sockets) socket.destroy();
  });
});
