import { countState, inventoryCount, inventoryHistory } from "@shotkeeper/contract/inventory";
import { useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, Count, EmptyHint } from "@shotkeeper/ui/cells";
import { QueryGrid } from "@shotkeeper/ui/list";
import { Link, useNavigate } from "react-router";
import { countPath } from "../paths.ts";
import { countStateTones } from "../tones.ts";

const columns: Columns<typeof inventoryHistory> = [
  {
    name: "countId",
    pin: "left",
    width: 132,
    cell: (row) => (
      <Link className="sk-link" to={countPath(row.countId ?? "")}>
        {row.countId}
      </Link>
    ),
  },
  { name: "countName", onCard: true, width: 180 },
  {
    name: "countState",
    width: 108,
    cell: (row) => <ChoiceTag of={countState} value={row.countState} tones={countStateTones} />,
  },
  { name: "foundShare", onCard: true, width: 96 },
  { name: "expectedMolds", width: 92 },
  { name: "autoMolds", width: 108 },
  { name: "hereMolds", width: 100 },
  { name: "elsewhereMolds", width: 100, cell: (row) => <Count value={row.elsewhereMolds} /> },
  { name: "missingMolds", width: 92, cell: (row) => <Count value={row.missingMolds} tone="bad" /> },
  { name: "surplusMolds", width: 92, cell: (row) => <Count value={row.surplusMolds} tone="attention" /> },
  { name: "durationHours", width: 96 },
  { name: "startedByName", width: 100 },
  { name: "endedByName", width: 100 },
  { name: "endedAt", width: 160 },
  { name: "plantNames", width: 220 },
  { name: "endNote", width: 220 },
];
const latestFirst = [{ field: "endedAt", direction: "desc" }] as const;

export default function HistoryScreen() {
  const { inventory: t } = useLocale();
  const navigate = useNavigate();
  return (
    <div className="sk-list">
      <QueryGrid
        query={inventoryHistory}
        entity={inventoryCount}
        columns={columns}
        search={["countId", "countName", "plantNames"]}
        sort={latestFirst}
        live={["board"]}
        onOpen={(row) => navigate(countPath(row.countId ?? ""))}
        empty={<EmptyHint title={t.emptyHistory} hint={t.emptyHistoryHint} />}
      />
    </div>
  );
}
