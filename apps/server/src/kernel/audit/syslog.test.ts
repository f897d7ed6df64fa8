import { createSocket } from "node:dgram";
import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type Sql, sql } from "../db/sql.ts";
import { logEntry } from "../log.ts";
import { type KernelTenant, kernelTenant } from "../testing/tenant.ts";
import { noon } from "../testing/test-ctx.ts";
import { chainEntries } from "./chain.ts";
import { anchorText, forwardLines } from "./forward.ts";
import { sendSyslog, syslogTarget, syslogText } from "./syslog.ts";

/** Receiver of syslog by TCP that stores what it has read. */
class Receiver {
  received = "";
  private server: Server | undefined;

  async start(port = 0): Promise<number> {
    this.server = createServer((socket) => {
      socket.setEncoding("utf8");
      socket.on("data", (text) => {
        this.received += text;
      });
    });
    await new Promise<void>((resolve) => this.server?.listen(port, "127.0.0.1", resolve));
    const address = this.server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  /** Splits the received bytes into messages. The length of each message comes before the message (RFC 6587). */
  messages(): string[] {
    const found: string[] = [];
    let rest = Buffer.from(this.received);
    while (rest.length > 0) {
      const space = rest.indexOf(" ");
      const length = Number(rest.subarray(0, space));
      found.push(rest.subarray(space + 1, space + 1 + length).toString());
      rest = rest.subarray(space + 1 + length);
    }
    return found;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()));
  }
}

const receiver = new Receiver();
afterEach(async () => {
  await receiver.stop();
  receiver.received = "";
});

const entry = (t: KernelTenant, key: string): Sql =>
  logEntry({ tenantId: t.id, at: noon, userId: "ann", action: "refused", target: "BS_MOLD", key });

describe("SYSLOG_URL", () => {
  it.each([
    ["udp://log.example.com", { protocol: "udp", host: "log.example.com", port: 514 }],
    ["tcp://192.0.2.1:1514", { protocol: "tcp", host: "192.0.2.1", port: 1514 }],
    ["tls://[2001:db8::1]", { protocol: "tls", host: "2001:db8::1", port: 6514 }],
  ])("%s", (url, target) => expect(syslogTarget(url)).toEqual(target));

  it.each(["http://x", "tcp://", "log.example.com:514", "tcp://x/path"])("refuses %s", (url) =>
    expect(() => syslogTarget(url)).toThrow("SYSLOG_URL must be"),
  );
});

describe("a syslog message", () => {
  it("has the form of RFC 5424, and escapes its data", () => {
    const text = syslogText({
      at: "2026-05-20T04:00:00.000Z",
      isWarning: true,
      id: "audit",
      data: { tenant: 'a"]\\b', line: 7 },
      text: "x",
    });
    const [, head, data] = /^(.*?) (\[.*\] .*)$/.exec(text) ?? [];
    expect(head).toMatch(/^<108>1 2026-05-20T04:00:00\.000Z [\x21-\x7e]+ shotkeeper \d+ audit$/);
    expect(data).toBe('[shotkeeper@32473 tenant="a\\"\\]\\\\b" line="7"] \uFEFFx');
  });

  it("is sent by UDP", async () => {
    const socket = createSocket("udp4");
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
    const got = new Promise<string>((resolve) => socket.on("message", (m) => resolve(m.toString())));
    await sendSyslog({ protocol: "udp", host: "127.0.0.1", port: socket.address().port }, ["<110>1 hello"]);
    expect(await got).toBe("<110>1 hello");
    socket.close();
  });
});

describe("forwarding", () => {
  it("keeps the lines while the receiver is away, and sends each once when it is back", async () => {
    const t = await kernelTenant();
    const port = await receiver.start();
    await receiver.stop();
    const target = { protocol: "tcp", host: "127.0.0.1", port } as const;
    const forward = () => forwardLines(t.ctx.db, t.ctx.who, target);
    await t.ctx.db.run(
      t.id,
      Array.from({ length: 1_100 }, (_, i) => entry(t, String(i))),
    );
    await chainEntries(t.ctx.db, t.id);
    await expect(forward()).rejects.toThrow("ECONNREFUSED");
    await receiver.start(port);
    await forward();
    await t.ctx.db.run(t.id, [entry(t, "later")]);
    await chainEntries(t.ctx.db, t.id);
    await forward();
    await forward();
    const messages = receiver.messages();
    expect(messages.map((m) => Number(/ line="(\d+)"/.exec(m)?.[1]))).toEqual(
      Array.from({ length: 1_101 }, (_, i) => i + 1),
    );
    expect(messages[0]).toContain('"user":"ann","action":"refused","target":"BS_MOLD","key":"0"');
    const [last] = await t.rows(
      sql`select encode(hash, 'hex') as hash from audit_line where tenant_id = ${t.id} and seq = 1101`,
    );
    expect(messages.at(-1)).toContain(` hash="${last?.hash}"`);
  });

  it("sends the anchor in the form that the check reads", () => {
    expect(anchorText("acme", 7, "ab", noon)).toMatch(/anchor \[.*\] \uFEFFanchor acme:7:ab$/);
  });
});
