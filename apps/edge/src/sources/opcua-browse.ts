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

/**
 * Names of counters in the OPC UA companion specifications, the most useful first. OPC 40082-5 defines the cycles in
 * the life of a mold. OPC 40083 (used by OPC 40077) defines the cycles of a machine and of its current job.
 */
const counterNames = ["MouldLifetimeCycleCounter", "MachineCycleCounter", "JobCycleCounter"] as const;
/** Counter that belongs to the mold on the machine. The others belong to the machine and its job. */
export const moldCounterName = "MouldLifetimeCycleCounter";
const moldName = "MouldId";

/** Variable of an OPC UA server that the search (browsing) has found. */
export interface Found {
  readonly nodeId: NodeId;
  readonly name: string;
  /** Browse names of the objects above the variable. */
  readonly path: readonly string[];
}

export interface Counters {
  readonly counters: readonly Found[];
  readonly molds: readonly Found[];
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

/** Searches the objects of a server, breadth first, for the counters in `counterNames` and the name of the mold. */
export async function findCounters(session: ClientSession): Promise<Counters> {
  const counters: Found[] = [];
  const molds: Found[] = [];
  const seen = new Set<string>(["ns=0;i=2253"]);
  let level: Place[] = [{ nodeId: resolveNodeId("ObjectsFolder"), path: [] }];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const next: Place[] = [];
    for (let i = 0; i < level.length; i += batch) {
      const places = level.slice(i, i + batch);
      const lists = await childrenOf(session, places);
      lists.forEach((list, p) => {
        for (const ref of list) {
          const key = ref.nodeId.toString();
          if (seen.has(key) || seen.size >= maxNodes) continue;
          seen.add(key);
          const name = ref.browseName.name ?? "";
          const path = places[p]?.path ?? [];
          const nodeId = NodeId.resolveNodeId(ref.nodeId);
          if (ref.nodeClass === NodeClass.Variable) {
            if (counterNames.some((n) => n === name)) counters.push({ nodeId, name, path });
            else if (name === moldName) molds.push({ nodeId, name, path });
          } else next.push({ nodeId, path: [...path, name] });
        }
      });
    }
    level = next;
  }
  const names: readonly string[] = counterNames;
  const rank = (f: Found) => names.indexOf(f.name);
  return { counters: counters.sort((a, b) => rank(a) - rank(b)), molds };
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
      if (id.length <= 100 && same.filter((other) => idOf(other, depth) === id).length === 1) return id;
    }
    return `${sourceId}/${f.nodeId.toString()}`.slice(0, 100);
  });
}

/**
 * Returns the device id of the counter of a mold, so that each mold has a device of its own. If the id is too long, a
 * hash replaces the end of the mold's name.
 */
export function moldDeviceId(device: string, mold: string): string {
  const name = mold.replace(/[\p{C}<>]/gu, "-");
  const whole = `${device}/${name}`;
  if (whole.length <= 100) return whole;
  return `${whole.slice(0, 91)}-${createHash("sha256").update(mold).digest("hex").slice(0, 8)}`;
}

/** Returns the request to read the value of a variable. */
export const valueAttribute = (nodeId: NodeId) => ({ nodeId, attributeId: AttributeIds.Value });
