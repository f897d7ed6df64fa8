import { createCipheriv } from "node:crypto";
import { type ConnectorKind, type FieldMap, initialFieldMap } from "@shotkeeper/contract/counter";
import { wireMessage } from "@shotkeeper/contract/kernel";
import { describe, expect, it } from "vitest";
import { decode, matchTopic } from "./decode.ts";
import type { PlatformKeys } from "./kinds/kind.ts";
import { oneNetSignature } from "./kinds/onenet.ts";

const now = Date.parse("2026-05-20T04:00:00Z");
const noKeys: PlatformKeys = { token: null, aesKey: null };
const bytes = (...list: number[]) => Buffer.from(list).toString("base64");

interface Options {
  readonly query?: Record<string, string>;
  readonly topic?: string;
  readonly keys?: PlatformKeys;
}

/** Decodes a message. Returns its parts in short form: a reading as [device, count, time], all others as a text. */
function run(kind: ConnectorKind, map: Partial<FieldMap>, body: unknown, o: Options = {}) {
  const { query = {}, topic, keys = noKeys } = o;
  const message = { body: JSON.stringify(body), query, topic, receivedAt: now };
  return decode(message, { kind, map: { ...initialFieldMap(kind), ...map }, keys }).map((part) => {
    if ("reading" in part) {
      const { deviceId, count, at, rssi } = part.reading;
      return [deviceId, count, at === null ? null : new Date(at).toISOString(), rssi];
    }
    return "notice" in part ? `notice ${wireMessage(part.notice)}` : wireMessage(part.refusal);
  });
}

it("refuses a notice about a device whose id cannot be stored", () => {
  const event = { deviceInfo: { devEui: "a\u0000" }, code: "UPLINK_F_CNT_RESET", level: "WARNING" };
  expect(run("chirpstack", {}, event, { query: { event: "log" } })[0]).toMatch(/^S0605/);
});

describe("JSON", () => {
  const map = { idPath: "/id", countPath: "/n" };
  const of = (body: object, more: Partial<FieldMap> = {}, o: Options = {}) =>
    run("http", { ...map, ...more }, body, o)[0];

  it("reads counts and ids as numbers or texts", () => {
    expect(of({ id: "a", n: 5 })).toEqual(["a", 5, null, null]);
    expect(of({ id: 17, n: "5" })).toEqual(["17", 5, null, null]);
    expect(of({ id: "a", n: 0 })).toEqual(["a", 0, null, null]);
    expect(of({ id: " ", n: 1 })).toBe("S0605^/id =  ");
    expect(of({ id: "a\u0000", n: 1 })).toMatch(/^S0605/);
    for (const n of [1.5, -1, "1e3", "0x10", true, {}, 2 ** 53])
      expect(of({ id: "a", n })).toMatch(/^S0601\^\/n = /);
  });

  it("reads times with a zone, without one, and as seconds or milliseconds", () => {
    const at = (t: unknown) => of({ id: "a", n: 1, t }, { timePath: "/t" });
    const noon = ["a", 1, "2026-05-20T04:00:00.000Z", null];
    for (const t of [
      "2026-05-20T04:00:00Z",
      "2026-05-20 12:00:00",
      "2026-05-20T12:00:00+08:00",
      now,
      now / 1000,
      `${now}`,
    ])
      expect(at(t)).toEqual(noon);
    expect(at(now + 600_001)).toBe(`S0604^/t = ${now + 600_001}`);
    for (const t of ["noon", -5, {}, 0, "2014-12-31T00:00:00Z"]) expect(at(t)).toMatch(/^S0603\^\/t = /);
  });

  it("reads bytes of any layout", () => {
    const data = bytes(0x01, 0xff, 0x00, 0x10, 0x00);
    const of2 = (more: Partial<FieldMap>) => of({ id: "a", n: data }, more);
    const first = { byteOffset: 1, byteLength: 2 };
    expect(of2(first)).toEqual(["a", 0xff00, null, null]);
    expect(of2({ ...first, byteOrder: "little" })).toEqual(["a", 0x00ff, null, null]);
    expect(of2({ ...first, isSigned: true })).toMatch(/^S0601/);
    expect(of2({ byteOffset: 0, byteLength: 5 })).toEqual(["a", 0x01ff001000, null, null]);
    expect(of2({ byteOffset: 4, byteLength: 2 })).toBe("S0606^/n: 5 B < 6 B");
    expect(of({ id: "a", n: "no base64!" }, first)).toMatch(/^S0606/);
  });

  it("reads the id of a topic like any other, so that it can be stored", () => {
    const ofTopic = (topic: string) => of({ n: 1 }, { topicPattern: "a/{id}" }, { topic });
    expect(ofTopic("a/d1")).toEqual(["d1", 1, null, null]);
    for (const id of ["d\u0000", "\ud800", "d".repeat(101)]) expect(ofTopic(`a/${id}`)).toMatch(/^S0605/);
  });

  it("refuses a value that is nested deeply", () => {
    const body = `{"id":"a","n":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    const settings = {
      kind: "http",
      map: { ...initialFieldMap("http"), ...map },
      keys: noKeys,
    } as const;
    const [part] = decode({ body, query: {}, receivedAt: now }, settings);
    expect(part).toMatchObject({ refusal: { arg: "/n = (nested too deeply)" }, deviceId: "a" });
  });

  it("keeps widths and factors exact", () => {
    expect(of({ id: "a", n: 255 }, { countWidth: 8 })).toEqual(["a", 255, null, null]);
    expect(of({ id: "a", n: 256 }, { countWidth: 8 })).toBe("S0602^/n = 256 > 255");
    expect(of({ id: "a", n: 7 }, { countsPerShot: 2 })).toEqual(["a", 3, null, null]);
    expect(of({ id: "a", n: 7 }, { shotsPerCount: 10 })).toEqual(["a", 70, null, null]);
  });

  it("reads arrays, with ids inside or outside of them", () => {
    const body = { id: "plc", all: [{ n: 1 }, { n: 2, id: "own" }, {}] };
    expect(run("http", { ...map, itemsPath: "/all" }, body)).toEqual([
      ["plc", 1, null, null],
      ["own", 2, null, null],
      "S0600^/n",
    ]);
    expect(run("http", { ...map, itemsPath: "/none" }, body)).toEqual(["S0620^/none"]);
  });

  it("follows pointers with escaped names and refuses prototypes", () => {
    expect(of({ "a/b": { "~": 4 }, id: "x" }, { countPath: "/a~1b/~0" })).toEqual(["x", 4, null, null]);
    expect(of({ id: "x" }, { countPath: "/constructor/length" })).toBe("S0600^/constructor/length");
  });
});

describe("MQTT topics", () => {
  it.each([
    ["plant/{id}/count", "plant/m1/count", "m1"],
    ["plant/+/{id}/#", "plant/a/m2/x/y", "m2"],
    ["plant/#", "plant/a", ""],
    ["plant/{id}", "plant/a/b", undefined],
    ["plant/{id}/count", "plant/a/other", undefined],
  ])("%s with %s is %s", (pattern, topic, id) => {
    expect(matchTopic(pattern, topic)).toBe(id);
  });

  it("takes the id from the topic", () => {
    const map = { topicPattern: "plant/{id}/count", countPath: "/n" };
    expect(run("mqtt", map, { n: 3 }, { topic: "plant/m1/count" })).toEqual([["m1", 3, null, null]]);
    expect(run("mqtt", map, { n: 3 }, { topic: "plant/m1" })).toEqual(["S0614^plant/m1"]);
  });
});

describe("ChirpStack v4", () => {
  const devEui = "0102030405060708";
  const up = {
    time: "2026-05-20T03:59:00.123456+00:00",
    deviceInfo: { devEui },
    fCnt: 1,
    fPort: 2,
    data: bytes(0, 9),
    object: { count: 9 },
    rxInfo: [{ rssi: -48 }],
  };
  const topic = (event: string) => ({ topic: `application/1/device/${devEui}/event/${event}` });

  it("reads `up` by HTTP and MQTT", () => {
    const expected = [[devEui, 9, "2026-05-20T03:59:00.123Z", -48]];
    expect(run("chirpstack", { countPath: "/object/count" }, up, { query: { event: "up" } })).toEqual(
      expected,
    );
    const map = { countPath: "/data", byteOffset: 0, byteLength: 2 };
    expect(run("chirpstack", map, up, topic("up"))).toEqual(expected);
    expect(run("chirpstack", { ...map, framePort: 3 }, up, topic("up"))).toEqual(["notice S0613^2"]);
  });

  it("explains log events", () => {
    const log = (code: string) =>
      run("chirpstack", {}, { deviceInfo: { devEui }, code, description: "d", level: "ERROR" }, topic("log"));
    expect(log("UPLINK_F_CNT_RESET")).toEqual([`notice S0611^${devEui}`]);
    expect(log("UPLINK_F_CNT_RETRANSMISSION")).toEqual([`notice S0612^${devEui}`]);
    expect(log("UPLINK_MIC")).toEqual(["notice S0610^UPLINK_MIC: d"]);
    expect(run("chirpstack", {}, up, topic("status"))).toEqual(["notice S0609^status"]);
    expect(run("chirpstack", {}, up)).toEqual(["S0600^?event="]);
  });
});

describe("The Things Stack v3", () => {
  const ids = { device_id: "dev1", dev_eui: "0004A30B001C0530" };
  const uplink = (more: object) => ({
    end_device_ids: ids,
    received_at: "2026-05-20T03:59:01Z",
    uplink_message: { received_at: "2026-05-20T03:59:00.5Z", rx_metadata: [{ rssi: -35 }], ...more },
  });
  const time = "2026-05-20T03:59:00.500Z";

  it("reads uplinks, and takes left-out fields of the frame as 0, but never a left-out count of a formatter", () => {
    const count = { countPath: "/uplink_message/decoded_payload/count" };
    const frame = uplink({ f_port: 1, f_cnt: 4, decoded_payload: { count: 12 } });
    expect(run("tts", count, frame)).toEqual([[ids.dev_eui, 12, time, -35]]);
    expect(run("tts", count, uplink({ f_port: 1, decoded_payload: {} }))).toEqual([
      `S0600^${count.countPath}`,
    ]);
    expect(run("tts", { countPath: "/uplink_message/f_cnt" }, uplink({}))).toEqual([
      [ids.dev_eui, 0, time, -35],
    ]);
    expect(run("tts", { ...count, framePort: 1 }, uplink({}))).toEqual(["notice S0613^0"]);
    const layout = { countPath: "/uplink_message/frm_payload", byteOffset: 0, byteLength: 1 };
    expect(run("tts", layout, uplink({ frm_payload: bytes(7) }))).toEqual([[ids.dev_eui, 7, time, -35]]);
  });

  it("names other events", () => {
    expect(run("tts", {}, { end_device_ids: ids, join_accept: {} })).toEqual(["notice S0609^join_accept"]);
    expect(run("tts", {}, { end_device_ids: ids })).toEqual(["S0600^/uplink_message"]);
  });
});

describe("CTWing", () => {
  const report = {
    messageType: "dataReport",
    deviceId: "d1",
    IMEI: "8",
    timestamp: now - 1000,
    protocol: "lwm2m",
  };
  const time = new Date(now - 1000).toISOString();

  it("reads transparent bytes and properties", () => {
    const map = { countPath: "/payload/APPdata", byteOffset: 0, byteLength: 4 };
    expect(run("ctwing", map, { ...report, payload: { APPdata: bytes(0, 0, 1, 0) } })).toEqual([
      ["d1", 256, time, null],
    ]);
    expect(run("ctwing", { countPath: "/payload/shots" }, { ...report, payload: { shots: 3 } })).toEqual([
      ["d1", 3, time, null],
    ]);
  });

  it("names other messages", () => {
    expect(run("ctwing", {}, { messageType: "deviceOnlineOfflineReport", deviceId: "d1" })).toEqual([
      "notice S0609^deviceOnlineOfflineReport",
    ]);
    expect(run("ctwing", {}, { deviceId: "d1" })).toEqual(["S0600^/messageType"]);
  });
});

describe("OneNET", () => {
  const content = JSON.stringify({
    deviceName: "iot-0001",
    messageType: "notify",
    notifyType: "property",
    data: { id: "1", params: { shots: { value: 21, time: now - 1000 } } },
  });
  const map = { countPath: "/data/params/shots/value", timePath: "/data/params/shots/time" };
  const signed = (msg: string, token: string) => ({
    msg,
    nonce: "abcdefgh",
    signature: oneNetSignature(token, "abcdefgh", msg),
    time: now,
    id: "3799902",
  });
  const expected = [["iot-0001", 21, new Date(now - 1000).toISOString(), null]];

  it("checks the signature if the connector has a token", () => {
    const keys = { token: "t0ken", aesKey: null };
    expect(oneNetSignature("token", "nonce", "msg")).toBe("77VNMqxzbLpx1cb7nYVrtA==");
    expect(run("onenet", map, signed(content, "t0ken"), { keys })).toEqual(expected);
    expect(run("onenet", map, signed(content, "other"), { keys })).toEqual(["S0607"]);
    expect(run("onenet", map, { msg: content }, { keys })).toEqual(["S0607"]);
    expect(run("onenet", map, { msg: content })).toEqual(expected);
  });

  it.each([
    ["aes-128-cbc", "0123456789abcdef", Buffer.from("0123456789abcdef")],
    ["aes-256-cbc", Buffer.alloc(32, 7).toString("base64"), Buffer.alloc(32, 7)],
  ])("decrypts %s", (algorithm, aesKey, key) => {
    const cipher = createCipheriv(algorithm, key, key.subarray(0, 16));
    const msg = Buffer.concat([cipher.update(content), cipher.final()]).toString("base64");
    expect(run("onenet", map, { msg }, { keys: { token: null, aesKey } })).toEqual(expected);
    expect(run("onenet", map, { msg: content }, { keys: { token: null, aesKey } })).toEqual(["S0608"]);
  });

  it("names other messages", () => {
    const msg = JSON.stringify({
      messageType: "lifecycle",
      deviceName: "iot-0001",
      data: { status: "online" },
    });
    expect(run("onenet", map, { msg })).toEqual(["notice S0609^lifecycle"]);
    expect(run("onenet", map, { nonce: "x" })).toEqual(["S0600^/msg"]);
  });
});
