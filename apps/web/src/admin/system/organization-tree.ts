export interface Node {
  readonly orgId: string;
  readonly orgName: string;
  readonly parentId: string | null;
  readonly type: string;
}

export interface Branch<N extends Node> {
  readonly org: N;
  readonly children: readonly Branch<N>[];
}

/** Returns the organizations as trees. An organization whose parent is not in the list is a root. */
export function organizationTree<N extends Node>(all: readonly N[]): Branch<N>[] {
  const known = new Set(all.map((o) => o.orgId));
  const below = (parentId: string | undefined): Branch<N>[] =>
    all
      .filter((o) =>
        parentId === undefined ? !o.parentId || !known.has(o.parentId) : o.parentId === parentId,
      )
      .map((org) => ({ org, children: below(org.orgId) }));
  return below(undefined);
}

/** Returns the ids of an organization and of all organizations below it. */
export function withDescendants(branch: Branch<Node>): string[] {
  return [branch.org.orgId, ...branch.children.flatMap(withDescendants)];
}
