import { join } from "node:path";
import { OPCUACertificateManager } from "node-opcua-certificate-manager";
import {
  type ClientSession,
  type DataValue,
  MessageSecurityMode,
  OPCUAClient,
  resolveNodeId,
  SecurityPolicy,
  StatusCodes,
} from "node-opcua-client";
import type { Reading, SourceConfig } from "../types.ts";
import { expectSameMachine, type Identity, machineOf } from "./machine-identity.ts";
import { MountedMolds } from "./mounted-mold.ts";
import { type Counter, deviceIds, findCounters, moldDeviceId, valueAttribute } from "./opcua-browse.ts";
import type { Reader } from "./source.ts";
import { SourceFile } from "./source-file.ts";

/**
 * Time after which the gateway searches an OPC UA server for counters again, ms. The molds on a machine change, and
 * with them the counters.
 */
const browseAgainMs = 10 * 60_000;

/**
 * Returns the count of a value. UInt64 and Int64 come as their high and low 32 bits. Throws if the value is no count.
 */
export function countOfValue(value: unknown): number {
  let count = value;
  if (Array.isArray(value) && value.length === 2 && value.every((v) => typeof v === "number"))
    count = (value[0] as number) * 2 ** 32 + (value[1] as number);
  if (typeof count !== "number" || !Number.isSafeInteger(count) || count < 0)
    throw new Error(`The value is no count: ${String(value).slice(0, 60)}`);
  return count;
}

function countOf(data: DataValue | undefined): number {
  if (!data) throw new Error("The server sent no value");
  if (!data.statusCode.equals(StatusCodes.Good)) throw new Error(`The value is ${data.statusCode.name}`);
  return countOfValue(data.value?.value);
}

interface Connected {
  readonly session: ClientSession;
  readonly close: () => Promise<void>;
  readonly counters: readonly Counter[];
  readonly ids: readonly string[];
  readonly browsedAt: number;
}

/** Node that holds the address of the OPC UA application (Server_ServerArray). */
const serverArray = resolveNodeId("ns=0;i=2254");

/** Throws if the source has read another machine before. */
async function checkMachine(
  session: ClientSession,
  counters: readonly Counter[],
  file: SourceFile<Identity>,
) {
  const data = await session.read(valueAttribute(serverArray));
  const names: unknown = data.statusCode.equals(StatusCodes.Good) ? data.value?.value : undefined;
  const serverUri = Array.isArray(names) && typeof names[0] === "string" ? names[0] : "";
  const machines = [...new Set(counters.flatMap(({ path }) => machineOf(path) ?? []))];
  await expectSameMachine(file, { serverUri, machines });
}

/** Certificate managers by folder. They are shared, because each one creates a key at its first use. */
const managers = new Map<string, OPCUACertificateManager>();

function managerOf(dir: string): OPCUACertificateManager {
  const rootFolder = join(dir, "pki");
  const known = managers.get(rootFolder);
  if (known) return known;
  const manager = new OPCUACertificateManager({ rootFolder, automaticallyAcceptUnknownCertificate: true });
  managers.set(rootFolder, manager);
  return manager;
}

/** Reads the counters of an OPC UA server: the configured node, or all known counters that browsing finds. */
export function opcuaReader({ sourceId, address, opcNode }: SourceConfig, dir: string): Reader {
  let connected: Connected | undefined;
  /**
   * Connection that is being opened. A read that reaches its time limit does not end it, so the next read waits for it.
   * Otherwise each read would open a session, and the server would run out of sessions.
   */
  let opening: Promise<Connected> | undefined;
  const identity = new SourceFile<Identity>(dir, "machines", sourceId);
  const mounted = new MountedMolds(dir, sourceId);

  async function search(session: ClientSession): Promise<Pick<Connected, "counters" | "ids">> {
    if (opcNode !== null) {
      const nodeId = resolveNodeId(opcNode);
      return {
        counters: [{ nodeId, name: opcNode, path: [], moldNames: [], isOfMold: false }],
        ids: [sourceId],
      };
    }
    const counters = await findCounters(session);
    if (counters.length === 0)
      throw new Error("Browsing found no known counter. Enter the node of the counter");
    return { counters, ids: deviceIds(sourceId, counters) };
  }

  async function open(): Promise<Connected> {
    const client = OPCUAClient.create({
      applicationName: "Shotkeeper edge gateway",
      securityMode: MessageSecurityMode.None,
      securityPolicy: SecurityPolicy.None,
      endpointMustExist: false,
      keepSessionAlive: true,
      clientCertificateManager: managerOf(dir),
      // Turns off the library's own retries, because the gateway connects again at each read.
      connectionStrategy: { maxRetry: 0, initialDelay: 500, maxDelay: 1000 },
    });
    let session: ClientSession | undefined;
    const close = async () => {
      await session?.close().catch(() => {});
      await client.disconnect().catch(() => {});
    };
    try {
      await client.connect(address);
      session = await client.createSession();
      const searched = await search(session);
      await checkMachine(session, searched.counters, identity);
      return { session, close, ...searched, browsedAt: Date.now() };
    } catch (cause) {
      await close();
      throw cause;
    }
  }

  function connect(): Promise<Connected> {
    opening ??= open().finally(() => {
      opening = undefined;
    });
    return opening;
  }

  async function reset(): Promise<void> {
    const before = connected;
    connected = undefined;
    await before?.close();
  }

  return {
    read: async () => {
      try {
        if (connected && Date.now() - connected.browsedAt > browseAgainMs) await reset();
        connected ??= await connect();
        const readings = await readAll(connected, mounted);
        await mounted.store();
        return readings;
      } catch (cause) {
        await reset();
        throw cause;
      }
    },
    close: async () => {
      // Closes a connection that is still being opened as soon as it is open, without waiting for it.
      opening?.then(
        (late) => late.close(),
        () => {},
      );
      await Promise.all([identity.close(), mounted.close()]);
      await reset();
    },
  };
}

/** Returns the mold's name in a value, undefined if the value has none. */
function moldIn(data: DataValue | undefined): string | undefined {
  const name: unknown = data?.statusCode.equals(StatusCodes.Good) ? data.value?.value : undefined;
  return typeof name === "string" && name.trim() !== "" ? name : undefined;
}

/**
 * Reads all counters. The counter of the mold gets a device of its own for each mold, because the next mold has another
 * count. Its reading is returned by the next read, if that confirms the mold.
 */
async function readAll({ session, counters, ids }: Connected, mounted: MountedMolds): Promise<Reading[]> {
  const nodes = counters.flatMap(({ nodeId, moldNames }) => [nodeId, ...moldNames]);
  const values = await session.read(nodes.map(valueAttribute));
  const at = Date.now();
  const readings: Reading[] = [];
  let fault: unknown;
  for (const [i, { moldNames, isOfMold }] of counters.entries()) {
    const [value, ...names] = values.splice(0, 1 + moldNames.length);
    const mold = names.map(moldIn).find((name) => name !== undefined);
    const device = ids[i] ?? "";
    try {
      const count = countOf(value);
      const confirmed = isOfMold ? mounted.confirm(device, { mold, count, at }) : undefined;
      if (confirmed) readings.push({ ...confirmed, device: moldDeviceId(device, confirmed.mold) });
      else if (!isOfMold) readings.push({ device, count, at, mold });
    } catch (cause) {
      // Leaves out a counter without a value, such as the counter of a job while the machine has no job. The other
      // counters of the machine still count.
      fault ??= cause;
    }
  }
  if (readings.length === 0 && fault !== undefined) throw fault;
  return readings;
}
