import { createHash } from "node:crypto";
import {
  AttributeIds,
  BrowseDirection,
  type ClientSession,
  NodeClass,
  NodeId,
  type ReferenceDescription,
  resolveNodeId,
} from "node-opcua-client";
import { isMachineName, machineOf } from "./machine-identity.ts";

/**
 * Names of counters in the OPC UA companion specifications, the most useful first. OPC 40082-5 defines the cycles in
 * the life of a mold. OPC 40083 (used by OPC 40077) defines the cycles of a machine and of its current job.
 */
const counterNames = ["MouldLifetimeCycleCounter", "MachineCycleCounter", "JobCycleCounter"] as const;
/** Counter that belongs to the mold on the machine. The others belong to the machine and its job. */
const moldCounterName = "MouldLifetimeCycleCounter";
/** Name of the mold in a job (OPC 40083 18.2.11). */
const jobMoldName = "MouldId";
/** Name of the mold, beside its count (OPC 40083 15.2.3). */
const moldIdName = "Id";
/** Job that runs next (OPC 40083). Its mold is not on the machine yet. */
const nextJobName = "JobInPreparation";

/** Variable of an OPC UA server that the search (browsing) has found. */
interface Found {
  readonly nodeId: NodeId;
  readonly name: string;
  /** Browse names of the objects above the variable. */
  readonly path: readonly string[];
}

export interface Counter extends Found {
  /** Variables with the name of the mold, the best first: beside the counter, and in the active job of its machine. */
  readonly moldNames: readonly NodeId[];
  /** True: the count belongs to the mold that these variables name. */
  readonly isOfMold: boolean;
}

/** Limits of the search, because the nodes of a server may form endless paths. */
const maxDepth = 12;
const maxNodes = 50_000;
const batch = 100;

interface Place {
  readonly nodeId: NodeId;
  readonly path: readonly string[];
}

async function childrenOf(session: ClientSession, places: readonly Place[]) {
  const results = await session.browse(
    places.map(({ nodeId }) => ({
      nodeId,
      browseDirection: BrowseDirection.Forward,
      referenceTypeId: resolveNodeId("HierarchicalReferences"),
      includeSubtypes: true,
      nodeClassMask: NodeClass.Object | NodeClass.Variable,
      resultMask: 63,
    })),
  );
  const lists: ReferenceDescription[][] = [];
  for (const result of results) {
    const list = [...(result.references ?? [])];
    let point = result.continuationPoint;
    while (point && point.length > 0) {
      const more = await session.browseNext(point, false);
      list.push(...(more.references ?? []));
      point = more.continuationPoint;
    }
    lists.push(list);
  }
  return lists;
}

/** Searches the objects of a server, breadth first, for the counters in `counterNames` and the names of molds. */
export async function findCounters(session: ClientSession): Promise<Counter[]> {
  const counters: (Found & { readonly moldId: NodeId | undefined })[] = [];
  const jobMolds: Found[] = [];
  const seen = new Set<string>(["ns=0;i=2253"]);
  let level: Place[] = [{ nodeId: resolveNodeId("ObjectsFolder"), path: [] }];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const next: Place[] = [];
    for (let i = 0; i < level.length; i += batch) {
      const places = level.slice(i, i + batch);
      const lists = await childrenOf(session, places);
      lists.forEach((list, p) => {
        const beside = list.find(
          (r) => r.nodeClass === NodeClass.Variable && r.browseName.name === moldIdName,
        );
        for (const ref of list) {
          const key = ref.nodeId.toString();
          if (seen.has(key) || seen.size >= maxNodes) continue;
          seen.add(key);
          const name = ref.browseName.name ?? "";
          const path = places[p]?.path ?? [];
          const nodeId = NodeId.resolveNodeId(ref.nodeId);
          if (ref.nodeClass === NodeClass.Variable) {
            const moldId =
              name === moldCounterName ? beside && NodeId.resolveNodeId(beside.nodeId) : undefined;
            if (counterNames.some((n) => n === name)) counters.push({ nodeId, name, path, moldId });
            else if (name === jobMoldName && !path.includes(nextJobName))
              jobMolds.push({ nodeId, name, path });
          } else next.push({ nodeId, path: [...path, name] });
        }
      });
    }
    level = next;
  }
  const names: readonly string[] = counterNames;
  const rank = (f: Found) => names.indexOf(f.name);
  counters.sort((a, b) => rank(a) - rank(b));
  /** Returns the mold in the job of a variable's machine, undefined if there is none or if there are several. */
  const jobMoldOf = ({ path }: Found) => {
    const ofMachine = jobMolds.filter((m) => machineOf(m.path) === machineOf(path));
    // A mold may be a device beside its machine (OPC 40082-5 7.1). It has no jobs, so it uses those of the server.
    const candidates = ofMachine.length > 0 || path.some(isMachineName) ? ofMachine : jobMolds;
    return candidates.length === 1 ? candidates[0]?.nodeId : undefined;
  };
  return counters.map(({ moldId, ...counter }) => {
    const jobMold = jobMoldOf(counter);
    const moldNames = [moldId, jobMold].filter((nodeId) => nodeId !== undefined);
    // If several counters have one name of a mold, the gateway cannot tell which one belongs to the mold.
    const isAlone = counters.filter((c) => c.name === counter.name && jobMoldOf(c) === jobMold).length === 1;
    const isNamed = moldId !== undefined || (isAlone && jobMold !== undefined);
    return { ...counter, moldNames, isOfMold: counter.name === moldCounterName && isNamed };
  });
}

const idLength = 100;

/**
 * Returns the text as a device id. If characters must be left out or replaced, adds a hash, so that different texts
 * have different ids.
 */
function idOfText(text: string): string {
  const clean = text.replace(/[\p{C}<>]/gu, "-").trim();
  if (clean === text && clean.length <= idLength) return clean;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  let start = "";
  for (const character of clean) {
    if (start.length + character.length + 1 + hash.length > idLength) break;
    start += character;
  }
  return `${start}-${hash}`;
}

/**
 * Returns the device id of each counter: the source and the name of the counter. If several counters have the same
 * name, adds names of the objects above them until the ids differ. If the ids never differ or become too long, uses the
 * id of the node instead.
 */
export function deviceIds(sourceId: string, counters: readonly Found[]): string[] {
  const idOf = (f: Found, depth: number) =>
    [sourceId, ...(depth > 0 ? f.path.slice(-depth) : []), f.name].join("/").replace(/[\p{C}<>]/gu, "-");
  return counters.map((f) => {
    const same = counters.filter((other) => other.name === f.name);
    for (let depth = 0; depth <= maxDepth; depth++) {
      const id = idOf(f, depth);
      if (id.length <= idLength && same.filter((other) => idOf(other, depth) === id).length === 1) return id;
    }
    return idOfText(`${sourceId}/${f.nodeId.toString()}`);
  });
}

/** Returns the device id of the counter of a mold, so that each mold has a device of its own. */
export const moldDeviceId = (device: string, mold: string): string => idOfText(`${device}/${mold}`);

/** Returns the request to read the value of a variable. */
export const valueAttribute = (nodeId: NodeId) => ({ nodeId, attributeId: AttributeIds.Value });
