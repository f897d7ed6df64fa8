import { initialFieldMap } from "@shotkeeper/contract/counter";
import { snake } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { exchangeWithEdge } from "../../telemetry/connector/edge.ts";
import type { Message } from "../../telemetry/connector/kinds/kind.ts";
import type { Actor } from "../base/actor.ts";
import { hour, minute } from "../base/catalog.ts";

const chirpStackMap = {
  ...initialFieldMap("chirpstack"),
  countPath: "/data",
  framePort: 2,
  byteOffset: 1,
  byteLength: 3,
  byteOrder: "big",
  countWidth: 24,
};

/** Devices of the ChirpStack connector. For each: DevEUI, count of the first message, and shots an hour. */
const nodes = [
  ["a84041ffff1a2b01", 18_240, 96],
  ["a84041ffff1a2b02", 5120, 120],
  ["a84041ffff1a2b03", 16_777_100, 84],
] as const;

const iso = (ms: number) => new Date(ms).toISOString();

function up([devEui, first, perHour]: (typeof nodes)[number], i: number, at: number): Message {
  const count = (first + i * perHour) % 2 ** 24;
  const data = Buffer.from([1, count >> 16, (count >> 8) & 255, count & 255]).toString("base64");
  const body = JSON.stringify({
    deduplicationId: `5f0c${devEui.slice(-8)}-${i}`,
    time: iso(at),
    deviceInfo: { applicationName: "注塑车间", deviceName: `LoRa-${devEui.slice(-2)}`, devEui },
    devAddr: `01${devEui.slice(-6)}`,
    fCnt: 40 + i,
    fPort: 2,
    data,
    rxInfo: [{ gatewayId: "0016c001f153a14c", rssi: -71 - i, snr: 7.5 }],
  });
  return { body, query: { event: "up" }, receivedAt: at };
}

/**
 * Messages of the ChirpStack connector: hourly counts, a restarted device, and a message that is too short for a count.
 */
function chirpStackMessages(now: number): Message[] {
  const ups = [5, 4, 3, 2, 1].flatMap((ago, i) =>
    nodes.map((node, n) => up(node, i, now - ago * hour + n * minute)),
  );
  const [devEui] = nodes[1];
  const reset = {
    time: iso(now - 40 * minute),
    deviceInfo: { deviceName: "LoRa-02", devEui },
    level: "WARNING",
    code: "UPLINK_F_CNT_RESET",
    description: "Frame-counter reset or rollover detected",
  };
  const short = { time: iso(now - 30 * minute), deviceInfo: { devEui }, fCnt: 46, fPort: 2, data: "AQ==" };
  return [
    ...ups,
    { body: JSON.stringify(reset), query: { event: "log" }, receivedAt: now - 40 * minute },
    { body: JSON.stringify(short), query: { event: "up" }, receivedAt: now - 30 * minute },
  ];
}

/** Returns the messages of the HTTP connector. The field map of this connector is still to be chosen. */
const plainMessages = (now: number): Message[] =>
  [6, 5, 4, 3, 2, 1].map((ago, i) => {
    const at = now - ago * 20 * minute;
    const machine = `MES-${String(11 + (i % 2)).padStart(3, "0")}`;
    const body = {
      machine: { id: machine, line: "B2" },
      values: { shots: 88_120 + 40 * i, temperature: 212.4 },
      ts: iso(at),
    };
    return { body: JSON.stringify(body), query: {}, receivedAt: at };
  });

async function make(actor: Actor, name: string, kind: string, now: number): Promise<number> {
  const made = await actor.run("rf_MakeConnector", { CONNECTOR_NAME: name, CONNECTOR_KIND: kind }, now);
  return Number((made as { CONNECTOR_ID: number }).CONNECTOR_ID);
}

/** Sources of the edge gateway. For each: name, protocol, address, and further fields. */
const sources = [
  ["IMM-01", "opcua", "opc.tcp://192.168.10.11:4840", {}],
  [
    "IMM-02",
    "modbus",
    "192.168.10.12:502",
    { MODBUS_TABLE: "holding", MODBUS_REGISTER: 100, COUNT_WIDTH: 16 },
  ],
  ["IMM-03", "em63", "/srv/em63/imm-03", {}],
] as const;

/** Makes an edge gateway that reports its sources. One source fails. */
async function makeGateway(actor: Actor, now: number): Promise<void> {
  const id = await make(actor, "边缘网关 一车间", "edge", now - 5 * hour);
  await actor.write(
    "insert",
    [menus.connector, "BS_EDGE_SOURCE"],
    sources.map(([name, protocol, address, more]) => ({
      CONNECTOR_ID: id,
      SOURCE_ID: name,
      EDGE_PROTOCOL: protocol,
      SOURCE_ADDRESS: address,
      IS_ENABLED: "Y",
      POLL_SECONDS: 30,
      ...more,
    })),
    now - 5 * hour,
  );
  const connector = await actor.app.receiver.connectors.byId(actor.tenantId, id);
  if (!connector) return;
  const report = {
    version: "0.1.0",
    backlog: 0,
    oldestAt: null,
    trouble: null,
    sources: [
      { sourceId: "IMM-01", state: "reading", error: null, readAt: now, count: 184_220, counters: 3 },
      { sourceId: "IMM-02", state: "reading", error: null, readAt: now, count: 40_118, counters: 1 },
      {
        sourceId: "IMM-03",
        state: "failing",
        error: "The machine does not answer the request file",
        readAt: now - 2 * hour,
        count: 9210,
        counters: 1,
      },
    ],
  } as const;
  await exchangeWithEdge(actor.app.db, connector, report, now);
}

/**
 * Makes three connectors: an active one of ChirpStack with messages, one with messages whose field map is still to be
 * chosen, and an edge gateway.
 */
export async function makeConnectors(actor: Actor, now: number): Promise<void> {
  const { connectors } = actor.app.receiver;
  const lora = await make(actor, "ChirpStack 注塑车间", "chirpstack", now - 6 * hour);
  const mes = await make(actor, "MES 计数", "http", now - 3 * hour);
  const map = Object.fromEntries(
    Object.entries(chirpStackMap).map(([name, value]) => [snake(name).toUpperCase(), value]),
  );
  await actor.run(
    "rf_SetConnector",
    {
      CONNECTOR_ID: lora,
      CONNECTOR_NAME: "ChirpStack 注塑车间",
      IS_ACTIVE: "Y",
      WRITER_TYPE: "LORA",
      INT_REPORT: 1,
      ...map,
    },
    now - 6 * hour,
  );
  for (const [id, messages] of [
    [lora, chirpStackMessages(now)],
    [mes, plainMessages(now)],
  ] as const) {
    const connector = await connectors.byId(actor.tenantId, id);
    if (connector) await Promise.all(messages.map((m) => actor.app.receiver.receive(connector, m, "demo")));
  }
  await makeGateway(actor, now);
}
