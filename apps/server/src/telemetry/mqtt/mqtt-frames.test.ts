import fc from "fast-check";
import mqtt, { type Packet } from "mqtt-packet";
import { describe, expect, it } from "vitest";
import { FrameGuard, pubacks, publishes } from "./mqtt-frames.ts";

const publish = fc
  .record({
    topic: fc.stringMatching(/^[a-zA-Z0-9/_-]{1,200}$/),
    // Payload sizes are chosen so that the length field takes one, two or three bytes: it grows above 127 and above
    // 16,383 bytes.
    payload: fc.uint8Array({ maxLength: 300 }).chain((a) => fc.constantFrom(a, Buffer.alloc(20_000, "x"))),
    messageId: fc.integer({ min: 1, max: 65_535 }),
    dup: fc.boolean(),
    retain: fc.boolean(),
  })
  .map((p): Packet => ({ ...p, cmd: "publish", qos: 1, payload: Buffer.from(p.payload) }));
const other = fc.constantFrom<Packet>(
  { cmd: "pingreq" },
  { cmd: "puback", messageId: 7 },
  { cmd: "publish", topic: "t", payload: "x", qos: 0, dup: false, retain: false },
  { cmd: "publish", topic: "t", payload: "x", qos: 2, messageId: 3, dup: false, retain: false },
  { cmd: "subscribe", messageId: 5, subscriptions: [{ topic: "t", qos: 1 }] },
);
const bytesOf = (packets: readonly Packet[]) => Buffer.concat(packets.map((p) => mqtt.generate(p)));

function parsed(bytes: Buffer): Packet[] {
  const found: Packet[] = [];
  const parser = mqtt.parser({ protocolVersion: 4 });
  parser.on("packet", (p: Packet) => found.push(p));
  parser.parse(bytes);
  return found;
}

describe("reports among MQTT packets", () => {
  it("are parsed in the same way as by the broker's own parser", () => {
    fc.assert(
      fc.property(fc.array(publish, { minLength: 1, maxLength: 5 }), (packets) => {
        const bytes = bytesOf(packets);
        const wanted = parsed(bytes).map(
          (p) => p.cmd === "publish" && [p.topic, p.messageId, p.payload.toString()],
        );
        expect(publishes(bytes)?.map((p) => [p.topic, p.messageId, p.payload.toString()])).toEqual(wanted);
      }),
    );
  });

  it("are left to the broker if another kind of packet is among them", () => {
    fc.assert(
      fc.property(
        fc.array(publish, { maxLength: 3 }),
        other,
        fc.array(publish, { maxLength: 3 }),
        (a, o, b) => {
          expect(publishes(bytesOf([...a, o, ...b]))).toBeUndefined();
        },
      ),
    );
  });

  it("are left to the broker if a packet is malformed", () => {
    const good = mqtt.generate({
      cmd: "publish",
      topic: "ab",
      payload: "",
      qos: 1,
      messageId: 9,
      dup: false,
      retain: false,
    });
    expect(publishes(good)).toHaveLength(1);
    const broken = (at: number, byte: number) => {
      const bytes = Buffer.from(good);
      bytes[at] = byte;
      return publishes(bytes);
    };
    // Four invalid packets: the topic is longer than the packet, the packet is longer than the chunk, there is no
    // space for a message id, the message id is missing.
    expect([broken(3, 40), broken(1, 60), broken(3, 4), broken(7, 0)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("never read beyond the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (noise) => {
        const bytes = Buffer.from(noise);
        bytes[0] = 0x32;
        const guard = new FrameGuard(1000);
        if (!guard.feed(bytes) || !guard.isBetween) return;
        for (const p of publishes(bytes) ?? [])
          expect(p.topic.length + p.payload.length + 6).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: 2000 },
    );
  });

  it("are acknowledged in the same way as by the broker", () => {
    const ids = [1, 255, 256, 65_535];
    const list = ids.map((messageId) => ({ messageId, topic: "", payload: Buffer.alloc(0) }));
    expect(pubacks(list)).toEqual(bytesOf(ids.map((messageId) => ({ cmd: "puback", messageId }))));
  });
});
