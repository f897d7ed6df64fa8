import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect, it } from "vitest";
import { SparkplugNode, sparkplugTopic } from "./sparkplug-node.ts";
import { decodePayload, plainValue, rebirthCommand } from "./sparkplug-payload.ts";

it("reads topics of nodes and devices only", () => {
  expect(sparkplugTopic("spBv1.0/G/DDATA/n/d")).toEqual({
    group: "G",
    type: "DDATA",
    node: "n",
    device: "d",
  });
  expect(sparkplugTopic("spBv1.0/G/NBIRTH/n")).toMatchObject({ type: "NBIRTH", device: undefined });
  for (const topic of [
    "spBv1.0/STATE/x",
    "spBv1.0/G/NCMD/n",
    "spBv1.0/G/DDATA/n",
    "spBv1.0/G/NDATA/n/d",
    "a/b",
  ])
    expect(sparkplugTopic(topic)).toBeUndefined();
});

it("reads signed numbers as two's complement, and keeps large ones as text", () => {
  expect(plainValue(0xffff_fffe, 3)).toBe(-2);
  expect(plainValue(2n ** 64n - 1n, 4)).toBe(-1);
  expect(plainValue(2n ** 60n, 8)).toBe(String(2n ** 60n));
  expect([plainValue(7n, 8), plainValue("x", 12), plainValue(true, 11)]).toEqual([7, "x", true]);
});

it("asks for births with the metric that the specification names", () => {
  expect(decodePayload(rebirthCommand(1000))).toMatchObject({
    timestamp: 1000,
    metrics: [{ name: "Node Control/Rebirth", datatype: 11, value: true }],
  });
});

/** A payload with one metric. */
function payload(seq: number, metric: { name?: string; alias?: number; long?: number }): Uint8Array {
  const m = new BinaryWriter();
  if (metric.name !== undefined) m.tag(1, WireType.LengthDelimited).string(metric.name);
  if (metric.alias !== undefined) m.tag(2, WireType.Varint).uint64(metric.alias);
  if (metric.long !== undefined) m.tag(11, WireType.Varint).uint64(metric.long);
  const w = new BinaryWriter();
  w.tag(1, WireType.Varint).uint64(5000);
  w.tag(2, WireType.LengthDelimited).bytes(m.finish());
  return w.tag(3, WireType.Varint).uint64(seq).finish();
}

it("reads by alias in sequence, and nothing after a gap until the next birth", () => {
  const node = new SparkplugNode();
  const take = (topic: string, bytes: Uint8Array) => {
    const parts = sparkplugTopic(topic);
    if (!parts) throw new Error("no topic");
    return node.take(parts, bytes);
  };
  const data = (seq: number, long: number) => take("spBv1.0/G/DDATA/n/d", payload(seq, { alias: 1, long }));
  const birth = (seq: number) => {
    take("spBv1.0/G/NBIRTH/n", payload(seq, { name: "bdSeq", long: 0 }));
    return take("spBv1.0/G/DBIRTH/n/d", payload(seq + 1, { name: "Shots", alias: 1, long: 5 }));
  };
  expect(data(1, 6)).toMatchObject({ needsRebirth: true, body: { isUnborn: true } });
  expect(birth(254)).toMatchObject({ needsRebirth: false });
  // The sequence number begins at 0 again after 255.
  expect(data(0, 6).body).toMatchObject({
    device: "G/n/d",
    samples: [{ at: 5000, isHistorical: false, values: { Shots: 6 } }],
  });
  expect(data(2, 8)).toMatchObject({ needsRebirth: true, body: { isUnborn: true } });
  expect(data(3, 9)).toMatchObject({ needsRebirth: true });
  expect(birth(0)).toMatchObject({ needsRebirth: false });
  expect(take("spBv1.0/G/DDATA/n/d", payload(2, { alias: 9, long: 1 }))).toMatchObject({
    needsRebirth: true,
  });
});

it("ignores the death of an earlier session", () => {
  const node = new SparkplugNode();
  const take = (topic: string, bytes: Uint8Array) => node.take(sparkplugTopic(topic) ?? never(), bytes);
  take("spBv1.0/G/NBIRTH/n", payload(0, { name: "bdSeq", long: 4 }));
  take("spBv1.0/G/NDEATH/n", payload(0, { name: "bdSeq", long: 3 }));
  expect(node.isBorn).toBe(true);
  take("spBv1.0/G/NDEATH/n", payload(0, { name: "bdSeq", long: 4 }));
  expect(node.isBorn).toBe(false);
});

function never(): never {
  throw new Error("no topic");
}

it("reads a repeat of the message before, and misses nothing after it", () => {
  const node = new SparkplugNode();
  const take = (topic: string, bytes: Uint8Array) => {
    const parts = sparkplugTopic(topic);
    if (!parts) throw new Error("no topic");
    return node.take(parts, bytes);
  };
  const nodeBirth = payload(0, { name: "bdSeq", long: 0 });
  const birth = payload(1, { name: "Shots", alias: 1, long: 5 });
  const data = (seq: number, long: number) => payload(seq, { alias: 1, long });
  for (const [topic, bytes] of [
    ["spBv1.0/G/NBIRTH/n", nodeBirth],
    ["spBv1.0/G/DBIRTH/n/d", birth],
    ["spBv1.0/G/DDATA/n/d", data(2, 6)],
    ["spBv1.0/G/DDATA/n/d", data(3, 7)],
  ] as const) {
    const first = take(topic, bytes);
    expect(first).toMatchObject({ needsRebirth: false, body: { samples: expect.any(Array) } });
    expect(take(topic, bytes)).toEqual(first);
  }
  // The node repeats the message with the sequence number 2, although the server has already read number 3. Messages
  // may have been lost in between, so the server asks for the births (the messages that announce all metrics).
  expect(take("spBv1.0/G/DDATA/n/d", data(2, 6))).toMatchObject({ needsRebirth: true });
  expect(take("spBv1.0/G/DDATA/n/d", data(2, 6))).toMatchObject({ needsRebirth: true });
});
