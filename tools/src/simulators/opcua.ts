import { createServer } from "node:net";
import type { AddressSpace, UAObject, UAVariable } from "node-opcua-address-space";
import { OPCUAServer } from "node-opcua-server";
import { DataType, Variant, VariantArrayType } from "node-opcua-variant";
import type { SimMachine } from "./machine.ts";

/** Converts a count to a UInt64 of OPC UA, which consists of the high and the low 32 bits. */
const uint64 = (n: number) =>
  new Variant({
    dataType: DataType.UInt64,
    arrayType: VariantArrayType.Scalar,
    value: [Math.floor(n / 2 ** 32), n % 2 ** 32],
  });

function addCounter(
  space: AddressSpace,
  parent: UAObject,
  name: string,
  count: () => number | undefined,
): void {
  space.getOwnNamespace().addVariable({
    componentOf: parent,
    browseName: name,
    dataType: DataType.UInt64,
    minimumSamplingInterval: 100,
    value: {
      get: () => {
        const n = count();
        return n === undefined ? new Variant({ dataType: DataType.Null }) : uint64(n);
      },
    },
  });
}

function addText(space: AddressSpace, parent: UAObject, name: string, text: () => string): void {
  space.getOwnNamespace().addVariable({
    propertyOf: parent,
    browseName: name,
    dataType: DataType.String,
    minimumSamplingInterval: 100,
    value: { get: () => new Variant({ dataType: DataType.String, value: text() }) },
  });
}

/** Adds a folder of machines below the object Objects. */
const addFolder = (space: AddressSpace, browseName: string): UAObject =>
  space.getOwnNamespace().addObject({ organizedBy: space.rootFolder.objects, browseName });

/**
 * Adds a machine as OPC 40077 (IMM_MES_Interface) shows it, below DeviceSet: the counters of OPC 40083 below
 * Jobs/ActiveJobValues, the molds of the active and the next job below Jobs, and the mold's name (OPC 40083) and
 * lifetime count (OPC 40082-5) below Moulds or in a device of its own.
 */
function addMachine(space: AddressSpace, deviceSet: UAObject, machine: SimMachine): void {
  const own = space.getOwnNamespace();
  const object = (componentOf: UAObject, browseName: string) => own.addObject({ componentOf, browseName });
  const root = object(deviceSet, machine.id);
  const jobs = object(root, "Jobs");
  const values = object(jobs, "ActiveJobValues");
  addCounter(space, values, "JobCycleCounter", () => (machine.hasJob ? machine.count : undefined));
  addCounter(space, values, "MachineCycleCounter", () => 1_000_000 + machine.shots);
  addText(space, object(jobs, "ActiveJob"), "MouldId", () => machine.jobMold ?? machine.mold);
  addText(space, object(jobs, "JobInPreparation"), "MouldId", () => "M-NEXT");
  const mold = machine.isMoldBeside
    ? object(object(addFolder(space, "Machines"), "Mould_42"), "Operation")
    : object(object(root, "Moulds"), "Mould_1");
  addCounter(space, mold, "MouldLifetimeCycleCounter", () => 2 ** 33 + machine.lifetimeShots);
  if (machine.hasMoldId) addText(space, mold, "Id", () => machine.mold);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

interface OpcuaOptions {
  readonly applicationUri?: string;
  /** True: clients may not read the application URI (Server_ServerArray). */
  readonly hidesUri?: boolean;
}

/** Starts an OPC UA server with machines. Clients can read the counts of the machines, and find them by browsing. */
export async function startOpcua(
  machines: readonly SimMachine[],
  port?: number,
  { applicationUri, hidesUri = false }: OpcuaOptions = {},
) {
  const chosen = port ?? (await freePort());
  const server = new OPCUAServer({
    port: chosen,
    hostname: "127.0.0.1",
    allowAnonymous: true,
    disableDiscovery: true,
    serverInfo: {
      applicationUri: applicationUri ?? `urn:simulator:${machines.map(({ id }) => id).join(":")}`,
    },
  });
  await server.initialize();
  const space = server.engine.addressSpace;
  if (!space) throw new Error("no address space");
  const deviceSet = addFolder(space, "DeviceSet");
  for (const machine of machines) addMachine(space, deviceSet, machine);
  const uris = space.findNode("ns=0;i=2254") as UAVariable | null;
  if (hidesUri && uris) uris.accessLevel = 0;
  await server.start();
  return {
    url: `opc.tcp://127.0.0.1:${chosen}`,
    port: chosen,
    /** Number of sessions that clients have open. */
    sessions: () => server.engine.currentSessionCount,
    stop: () => server.shutdown(0),
  };
}
