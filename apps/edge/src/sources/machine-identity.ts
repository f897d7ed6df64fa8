import type { SourceFile } from "./source-file.ts";

/** Identity of the machine of a source. */
export interface Identity {
  /** Address of the OPC UA application. Each installation has its own. Empty: not known. */
  readonly serverUri: string;
  /** Names of the machines that have counters (`machineOf`). Empty: not known. */
  readonly machines: readonly string[];
}

/** Objects that contain the machines of a server: OPC 10000-100 (used by OPC 40077) and OPC 40001-1. */
const machineFolders: readonly string[] = ["DeviceSet", "Machines"];

/** Returns whether an object is a machine. OPC 40077 names machines IMM_, with the maker and the serial number. */
export const isMachineName = (name: string): boolean => name.startsWith("IMM_");

/** Returns the name of the machine of a variable. */
export const machineOf = (path: readonly string[]): string | undefined =>
  path.find(isMachineName) ?? path.find((name) => !machineFolders.includes(name));

const isOther = (a: Identity, b: Identity): boolean =>
  (a.serverUri !== "" && b.serverUri !== "" && a.serverUri !== b.serverUri) ||
  (a.machines.length > 0 && b.machines.length > 0 && !a.machines.some((name) => b.machines.includes(name)));

/**
 * Stores the machine that is read first. Throws if another machine answers later, because the difference between the
 * counts of two machines would count as shots. Facts that are not known at first are stored later.
 */
export async function expectSameMachine(file: SourceFile<Identity>, found: Identity): Promise<void> {
  const known = file.read();
  if (known && isOther(known, found)) {
    const name = [...found.machines, found.serverUri].find((text) => text !== "") ?? "?";
    throw new Error(`Another machine answers at this address: ${name}`);
  }
  const serverUri = known?.serverUri || found.serverUri;
  const machines = known?.machines.length ? known.machines : found.machines;
  if (serverUri !== known?.serverUri || machines !== known.machines)
    await file.write({ serverUri, machines });
}
