import type { AddressInfo } from "node:net";
import { noticeType } from "@shotkeeper/contract/notice";
import { Ajv2020, type AnySchema } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventTypes } from "../../kernel/events.ts";
import { webhookBody } from "../../modules/notice/deliver.ts";
import { receiptPayload } from "../../telemetry/mqtt/mqtt-receipts.ts";
import { topicChip } from "../../telemetry/mqtt/mqtt-reports.ts";
import { configChip, configPayload } from "../../telemetry/mqtt/mqtt-settings.ts";
import { HttpTestServer, reading, type TestTenant } from "../testing/http-test-server.ts";

interface Message {
  readonly payload: AnySchema;
  readonly examples: readonly { readonly payload: unknown }[];
}
interface Document {
  readonly channels: Readonly<Record<string, { readonly address: string | null }>>;
  readonly components: { readonly messages: Readonly<Record<string, Message>> };
}

let server: HttpTestServer;
let t: TestTenant;
let document: Document;
let ajv: Ajv2020;
let origin: string;

beforeAll(async () => {
  server = await HttpTestServer.start();
  t = await server.tenant();
  await server.http.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}`;
  document = (await server.http.inject({ url: "/asyncapi.json" })).json<Document>();
  ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  ajv.addVocabulary(["components"]);
  ajv.addSchema({ $id: "document", components: document.components });
}, 300_000);
afterAll(() => server.stop());

/** Returns the errors that Ajv finds in the payload of a message. */
function faultsOf(name: string, payload: unknown): string[] {
  const check = ajv.compile({ $ref: `document#/components/messages/${name}/payload` });
  return check(payload) ? [] : (check.errors ?? []).map((e) => `${e.instancePath} ${e.message ?? ""}`);
}
const addressOf = (name: string) => document.channels[name]?.address?.replace("{chip}", "867959") ?? "";

describe("the document", () => {
  it("has broken references nowhere, and examples that fit", () => {
    for (const [, path] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect(
        String(path)
          .split("/")
          .reduce<unknown>((o, key) => (o as Record<string, unknown> | undefined)?.[key], document),
        path,
      ).toBeDefined();
    for (const [name, { examples }] of Object.entries(document.components.messages))
      for (const { payload } of examples) expect(faultsOf(name, payload), name).toEqual([]);
  });

  it("has the topics and payloads of MQTT", () => {
    expect(topicChip(addressOf("report"))).toBe("867959");
    expect(configChip(addressOf("config"))).toBe("867959");
    expect(addressOf("receipt")).toBe("counters/867959/receipt");
    const sent = reading("867959", 7, { Reader_Id: null });
    expect(faultsOf("report", sent)).toEqual([]);
    expect(faultsOf("report", [sent, { ...sent, WRITER_IMIE: undefined, colour: "red" }])).not.toEqual([]);
    const receipt = { accepted: 1, duplicates: 0, quarantined: [{}], rejected: [] };
    expect(faultsOf("receipt", JSON.parse(receiptPayload(receipt as never)))).toEqual([]);
    for (const chip of [
      { gpsEnabled: true, gpsIntervalHours: 24 },
      { gpsEnabled: false, gpsIntervalHours: null },
    ])
      expect(faultsOf("config", JSON.parse(configPayload(chip as never)))).toEqual([]);
  });

  it("has all types of events and notices", () => {
    const changed = document.components.messages.changed?.payload as {
      properties: { type: { enum: string[] } };
    };
    expect(changed.properties.type.enum).toEqual(eventTypes);
    const text = JSON.stringify(document.components.messages.notice);
    for (const type of Object.values(noticeType.values)) expect(text).toContain(`"${type}"`);
    const row = {
      notice_type: "battery",
      level: 1,
      title: "t",
      body: "b",
      event_at: "2026-05-20T04:00:00+00:00",
      longitude: null,
      latitude: 23.1,
      dev_type: "PC",
      cause: { battery: 12 },
    };
    const message = { texts: { title: "t", body: "b", texts: {} }, link: null };
    expect(faultsOf("notice", webhookBody("demo", "7.1", [row as never], message))).toEqual([]);
  });
});

describe("the event stream", () => {
  /** Reads the stream until `isEnough` returns true for the text so far. Returns this text. */
  async function follow(
    headers: Record<string, string>,
    isEnough: (text: string) => boolean,
  ): Promise<string> {
    const stop = new AbortController();
    const response = await fetch(`${origin}/events`, {
      headers: { Authorizations: t.token, ...headers },
      signal: stop.signal,
    });
    let text = "";
    for await (const part of response.body ?? []) {
      text += Buffer.from(part).toString();
      if (isEnough(text)) break;
    }
    stop.abort();
    return text;
  }
  const idsOf = (text: string) => [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id ?? "");
  const eventsOf = (text: string) =>
    [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? "") as { type: string });

  it("gives ids, and repeats nothing if nothing happened since the last id", async () => {
    const text = await follow({}, (s) => {
      if (idsOf(s).length === 1) server.app.events.emit(t.tenantId, { type: "reading", molds: ["M1"] });
      return idsOf(s).length > 1;
    });
    const [first, last = ""] = idsOf(text);
    expect(first).not.toBe(last);
    const events = eventsOf(text);
    expect(events).toEqual([{ type: "reading", molds: ["M1"], counters: [] }]);
    for (const e of events) expect(faultsOf("changed", e)).toEqual([]);
    const again = await follow({ "Last-Event-ID": last }, (s) => idsOf(s).length > 0);
    expect([eventsOf(again), idsOf(again)]).toEqual([[], [last]]);
  }, 60_000);

  it("tells a client that missed events, or comes from another server, that anything may have changed", async () => {
    const before = idsOf(await follow({}, (s) => idsOf(s).length > 0))[0] ?? "";
    server.app.events.emit(t.tenantId, { type: "warning" });
    for (const id of [before, "0badc0de-0"]) {
      const text = await follow({ "Last-Event-ID": id }, (s) => idsOf(s).length > 0);
      expect(eventsOf(text)).toEqual(eventTypes.map((type) => ({ type })));
    }
  }, 60_000);
});
