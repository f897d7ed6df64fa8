import { StructuredView } from "./structure.ts";
import type { Structure, StructureInput, StructureNode } from "./types.ts";

export interface TreeOptions<R> {
  /** Returns the key of the row's parent. If the key is missing or unknown, the row is at the top level. */
  readonly parentKey: (row: R) => string | null | undefined;
  /** True: all rows are open at first. Default: false. */
  readonly isOpen?: boolean | undefined;
}

/**
 * Arranges the rows of an array as a tree: `source={{ rows, structure: treeRows({ parentKey }) }}`. Siblings are
 * sorted. A filter shows only matching rows. A matching row whose parent does not match is at the top level, and so are
 * rows that are their own ancestors. Pass the same structure in each render, because a new structure makes the grid
 * arrange all rows again.
 */
export function treeRows<R>({ parentKey, isOpen = false }: TreeOptions<R>): Structure<R> {
  return { isOpen, View: StructuredView<R>, arrange: (input) => nodesOf(input, parentKey) };
}

function nodesOf<R>(input: StructureInput<R>, parentKey: TreeOptions<R>["parentKey"]): StructureNode[] {
  const nodes: (StructureNode & { children: StructureNode[] })[] = [];
  const byKey = new Map<string, number>();
  for (let at = 0; at < input.count; at++) {
    const key = input.rowKey(input.row(at));
    nodes.push({ key, row: at, children: [] });
    byKey.set(key, at);
  }
  const parents = nodes.map((_, at) => {
    const key = parentKey(input.row(at));
    return key === null || key === undefined ? undefined : byKey.get(key);
  });
  const isInCycle = cyclesOf(parents);
  const top: StructureNode[] = [];
  for (const [at, node] of nodes.entries()) {
    const parent = parents[at];
    if (parent === undefined || isInCycle[at]) top.push(node);
    else nodes[parent]?.children.push(node);
  }
  return top;
}

/** Marks the rows that are their own ancestors. */
function cyclesOf(parents: readonly (number | undefined)[]): boolean[] {
  const found = parents.map(() => false);
  /**
   * For each row, the number of the first walk that reached it; 0: not reached yet. A walk begins at a row and goes to
   * its parent, to the parent of this parent, and so on. Its number is 1 + the index of the row where it began. A walk
   * that reaches one of its own rows again has found a cycle.
   */
  const walk = new Uint32Array(parents.length);
  for (const start of parents.keys()) {
    let at: number | undefined = start;
    while (at !== undefined && walk[at] === 0) {
      walk[at] = start + 1;
      at = parents[at];
    }
    if (at === undefined || walk[at] !== start + 1) continue;
    for (let one: number | undefined = at; one !== undefined && !found[one]; one = parents[one])
      found[one] = true;
  }
  return found;
}
