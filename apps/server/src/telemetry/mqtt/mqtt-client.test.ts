import { createServer, type Server, type Socket } from "node:net";
import mqttPacket, { type Packet } from "mqtt-packet";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { HttpTestServer, reading, type TestTenant } from "../../http/testing/http-test-server.ts";

/** Fake external broker with a single client, the `ExternalBroker` under test. */
class FakeBroker {
  readonly received: Packet[] = [];
  socket: Socket | undefined;
  private nextId = 1;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async open(): Promise<FakeBroker> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const b = new FakeBroker(server, typeof address === "object" && address ? address.port : 0);
    server.on("connection", (socket) => b.take(socket));
    return b;
  }

  private take(socket: Socket): void {
    this.socket = socket;
    const parser = mqttPacket.parser({ protocolVersion: 5 });
    socket.on("error", () => {});
    socket.on("data", (d) => parser.parse(d));
    const send = (p: Packet) => socket.write(mqttPacket.generate(p, { protocolVersion: 5 }));
    parser.on("packet", (p: Packet) => {
      this.received.push(p);
      if (p.cmd === "connect") send({ cmd: "connack", reasonCode: 0, sessionPresent: false });
      if (p.cmd === "subscribe") send({ cmd: "suback", messageId: p.messageId ?? 0, granted: [1] });
      if (p.cmd === "publish" && p.qos === 1)
        send({ cmd: "puback", messageId: p.messageId ?? 0, reasonCode: 0 });
      if (p.cmd === "pingreq") send({ cmd: "pingresp" });
    });
  }

  report(chip: string, payload: string): number {
    const messageId = this.nextId++;
    this.socket?.write(
      mqttPacket.generate(
        {
          cmd: "publish",
          topic: `counters/${chip}/report`,
          payload,
          qos: 1,
          messageId,
          dup: false,
          retain: false,
        },
        { protocolVersion: 5 },
      ),
    );
    return messageId;
  }

  get acknowledged(): number[] {
    return this.received.filter((p) => p.cmd === "puback").map((p) => p.messageId ?? 0);
  }

  close(): void {
    this.socket?.destroy();
    this.server.close();
  }
}

let broker: FakeBroker;
let server: HttpTestServer;
let a: TestTenant;
let b: TestTenant;

beforeAll(async () => {
  broker = await FakeBroker.open();
  server = await HttpTestServer.start({ mqttUrl: `mqtt://127.0.0.1:${broker.port}`, mqttPort: undefined });
  a = await server.tenant();
  b = await server.tenant();
  await vi.waitFor(() => expect(broker.received.some((p) => p.cmd === "subscribe")).toBe(true));
}, 60_000);
afterAll(async () => {
  await server.stop();
  broker.close();
});

describe("an external broker", () => {
  it("keeps the session across restarts and uses a shared subscription", () => {
    const connect = broker.received.find((p) => p.cmd === "connect");
    expect(connect).toMatchObject({
      protocolVersion: 5,
      clean: false,
      clientId: expect.stringMatching(/^shotkeeper-/),
    });
    const subscribe = broker.received.find((p) => p.cmd === "subscribe");
    expect(subscribe).toMatchObject({
      subscriptions: [{ topic: "$share/shotkeeper/counters/+/report", qos: 1 }],
    });
  });

  it("gets PUBACK only after storing, for many messages at a time and for any tenant", async () => {
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    server.ledger.gate = () => gate;
    const ids = [a.chip, b.chip, a.chip, b.chip].map((chip, i) =>
      broker.report(chip, JSON.stringify(reading(chip, 10 + i))),
    );
    const bad = broker.report(a.chip, "{no json");
    const stranger = broker.report("stranger", JSON.stringify(reading("stranger", 1)));
    await expect.poll(() => broker.acknowledged.length).toBe(2);
    expect(broker.acknowledged.sort()).toEqual([bad, stranger]);
    open();
    await expect.poll(() => broker.acknowledged.length).toBe(6);
    expect(broker.acknowledged).toEqual(expect.arrayContaining(ids));
    expect(server.ledger.stored.map((r) => r.count).sort()).toEqual([10, 11, 12, 13]);
  });

  it("gets receipts with rejected items only", async () => {
    const receipts = () =>
      broker.received.flatMap((p) =>
        p.cmd === "publish" && p.topic.endsWith("/receipt")
          ? [[p.topic, JSON.parse(p.payload.toString()), p.qos]]
          : [],
      );
    const before = receipts().length;
    broker.report(a.chip, JSON.stringify(reading(a.chip, 30)));
    broker.report(a.chip, JSON.stringify([reading(a.chip, 31), { WRITER_IMIE: a.chip }]));
    await expect
      .poll(() => receipts().slice(before))
      .toEqual([
        [`counters/${a.chip}/receipt`, { accepted: 1, duplicates: 0, quarantined: 0, rejected: 1 }, 0],
      ]);
  });

  it("receives counters' settings as retained messages", async () => {
    await expect
      .poll(() => broker.received.filter((p) => p.cmd === "publish"))
      .toContainEqual(expect.objectContaining({ topic: `counters/${a.chip}/config`, retain: true }));
  });

  it("makes the server not ready while the connection is lost", async () => {
    const ready = () => server.http.inject({ url: "/readyz" }).then((r) => [r.statusCode, r.json().broker]);
    expect(await ready()).toEqual([200, "ok"]);
    broker.close();
    await expect.poll(ready).toEqual([503, "down"]);
  });
});
