import { nameOf, type QueryRow } from "@shotkeeper/contract/kernel";
import { type organizationList, orgType } from "@shotkeeper/contract/system";
import { useLocale } from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import { Tree } from "antd";
import { type Branch, organizationTree, withDescendants } from "./organization-tree.ts";

type Org = QueryRow<typeof organizationList>;
interface TreeNode {
  readonly key: string;
  readonly title: string;
  readonly children: TreeNode[];
  /** Filter that selecting the node sets on the list: a type, or an organization with all organizations below it. */
  readonly shows: { readonly field: "type" | "orgId"; readonly value: readonly string[] };
}

const nodeOf = (branch: Branch<Org>): TreeNode => ({
  key: branch.org.orgId,
  title: branch.org.orgName,
  children: branch.children.map(nodeOf),
  shows: { field: "orgId", value: withDescendants(branch) },
});

interface OrganizationTreeProps {
  readonly orgs: readonly Org[];
  readonly chosen: readonly string[];
  readonly onChoose: (shows: TreeNode["shows"] | undefined) => void;
}

/** Tree of organizations by type and parent. Selecting a node limits the list to the organizations at and below it. */
export function OrganizationTree({ orgs, chosen, onChoose }: OrganizationTreeProps) {
  const { system, enums } = useLocale();
  const branches = organizationTree(orgs);
  const nodes = Object.values(orgType.values).map((type): TreeNode => {
    const own = branches.filter((b) => b.org.type === type);
    const name = nameOf(orgType, type) ?? "plant";
    return {
      key: type,
      title: `${enums.orgType[name]} (${orgs.filter((o) => o.type === type).length})`,
      children: own.map(nodeOf),
      shows: { field: "type", value: [type] },
    };
  });
  return (
    <Panel title={system.organization.tree} className="sk-org-tree">
      {orgs.length > 0 && (
        <Tree<TreeNode>
          treeData={nodes}
          defaultExpandAll
          blockNode
          selectedKeys={chosen.slice(0, 1)}
          onSelect={(_keys, { node, selected }) => onChoose(selected ? node.shows : undefined)}
        />
      )}
    </Panel>
  );
}
