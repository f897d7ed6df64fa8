import {
  importOrganizations,
  organization,
  organizationChoices,
  organizationList,
} from "@shotkeeper/contract/system";
import { missing, useFormats, useLocale, useNarrow } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { type EntityFormSpec, referenceInput } from "@shotkeeper/ui/form";
import { ListScreen, useGridAddress } from "@shotkeeper/ui/list";
import { useMemo } from "react";
import { OrganizationTree } from "./organization-tree.tsx";
import "./system.css";

const noSort: readonly [] = [];
/** Maximum number of organizations that the tree loads. Further organizations are missing in the tree. */
const treeLimit = 2000;

const ParentInput = referenceInput({ query: organizationChoices, value: "orgId", label: "orgName" });

function Place({ lng, lat }: { readonly lng: number | null; readonly lat: number | null }) {
  const f = useFormats();
  if (lng === null || lat === null) return <span className="sk-faint">{missing}</span>;
  return `${f.decimal(lng, 4)}, ${f.decimal(lat, 4)}`;
}

function useColumns(): Columns<typeof organizationList> {
  const { fields } = useLocale();
  return useMemo(
    (): Columns<typeof organizationList> => [
      { name: "orgId", pin: "left", width: 112 },
      { name: "orgName", width: 208 },
      { name: "type", width: 96 },
      { name: "city", width: 88 },
      { name: "userCount", width: 80 },
      { name: "moldCount", width: 80 },
      { name: "radius", width: 112 },
      {
        name: "longitude",
        title: fields.coordinate,
        width: 152,
        cell: (row) => <Place lng={row.longitude} lat={row.latitude} />,
      },
      { name: "parentName", width: 160 },
    ],
    [fields],
  );
}

type OrgField = keyof (typeof organization)["fields"] & string;

export default function OrganizationScreen() {
  const { system, shell } = useLocale();
  const t = system.organization;
  const narrow = useNarrow();
  const columns = useColumns();
  const address = useGridAddress(noSort);
  const tree = useRows(organizationList, { limit: treeLimit });
  const form = useMemo(
    (): EntityFormSpec<OrgField> => ({
      sections: [
        { title: t.sections.identity, fields: ["orgId", "orgName", "type", "parentId", "sortNumber"] },
        { title: t.sections.place, fields: ["province", "city", "longitude", "latitude", "radius"] },
      ],
      inputs: { parentId: ParentInput },
      hints: t.hints,
    }),
    [t],
  );
  const isShown = (f: (typeof address.filters)[number]) =>
    f.operator === "IN" && (f.field === "type" || f.field === "orgId");
  const value = address.filters.find(isShown)?.value;
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <div className="sk-split">
      {!narrow && (
        <OrganizationTree
          orgs={tree.data?.rows ?? []}
          chosen={chosen}
          onChoose={(shows) =>
            address.setFilters([
              ...address.filters.filter((f) => !isShown(f)),
              ...(shows ? [{ field: shows.field, operator: "IN" as const, value: [...shows.value] }] : []),
            ])
          }
        />
      )}
      <ListScreen
        query={organizationList}
        entity={organization}
        columns={columns}
        form={form}
        search={["orgName", "orgId", "city"]}
        importing={{ command: importOrganizations }}
        removePrompt={shell.prompts.removeOrganization}
        emptyHint={t.emptyHint}
      />
    </div>
  );
}
