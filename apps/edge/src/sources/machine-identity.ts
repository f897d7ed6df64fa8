import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../files.ts";

/** What tells the machine of a source apart from other machines. */
interface Identity {
  /** Address of the OPC UA application, which each installation has of its own. Empty: the server names none. */
  readonly serverUri: string;
  /** Names of the topmost objects that have counters: OPC 40077 puts maker and serial number into them. */
  readonly machines: readonly string[];
}

const folderOf = (dir: string) => join(dir, "machines");
const pathOf = (dir: string, sourceId: string) => join(folderOf(dir), `${sourceId}.json`);

function storedIdentity(path: string): Identity | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Identity;
  } catch {
    return undefined;
  }
}

const isOther = (a: Identity, b: Identity): boolean =>
  a.serverUri !== b.serverUri ||
  (a.machines.length > 0 && b.machines.length > 0 && !a.machines.some((name) => b.machines.includes(name)));

/**
 * Stores the machine that is read first. Throws if another machine answers later, because the difference between the
 * counts of two machines would count as shots.
 */
export async function expectSameMachine(dir: string, sourceId: string, found: Identity): Promise<void> {
  const path = pathOf(dir, sourceId);
  const known = storedIdentity(path);
  if (known) {
    const name = [...found.machines, found.serverUri].find((text) => text !== "") ?? "?";
    if (isOther(known, found)) throw new Error(`Another machine answers at this address: ${name}`);
    return;
  }
  mkdirSync(folderOf(dir), { recursive: true });
  await replaceFile(path, JSON.stringify(found));
}

/** Forgets the machine of a source that was removed or switched off. The next machine is accepted. */
export const forgetMachine = (dir: string, sourceId: string): void =>
  rmSync(pathOf(dir, sourceId), { force: true });
