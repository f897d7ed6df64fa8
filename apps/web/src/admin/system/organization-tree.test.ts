import { expect, it } from "vitest";
import { organizationTree, withDescendants } from "./organization-tree.ts";

const node = (orgId: string, parentId: string | null = null) => ({
  orgId,
  orgName: orgId,
  parentId,
  type: "plant",
});

it("puts organizations under their parents, and makes organizations without a known parent roots", () => {
  const tree = organizationTree([node("A1", "A"), node("A"), node("B", "gone"), node("A11", "A1")]);
  expect(tree.map((b) => b.org.orgId)).toEqual(["A", "B"]);
  expect(tree.flatMap(withDescendants)).toEqual(["A", "A1", "A11", "B"]);
});
