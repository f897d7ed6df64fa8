import { acceptanceList } from "@shotkeeper/contract/new-mold";
import { type Columns, ReachedBar } from "@shotkeeper/ui/cells";
import { acceptColumn, dayColumns, lastColumns, moldColumn, stateColumn } from "./cells.tsx";
import { MilestonePage } from "./milestone-page.tsx";

const columns: Columns<typeof acceptanceList> = [
  moldColumn,
  stateColumn,
  acceptColumn,
  ...dayColumns,
  { name: "contractNo", width: 140 },
  {
    name: "shotsReached",
    width: 140,
    cell: (row) => <ReachedBar percent={row.blockedBy === null ? row.shotsReached : null} />,
  },
  { name: "countTimes", width: 112 },
  { name: "acceptanceShots", width: 112 },
  { name: "acceptanceAmount", width: 132 },
  { name: "contractTerms", width: 240 },
  { name: "moldName", width: 200 },
  ...lastColumns,
];

export default function AcceptanceScreen() {
  return <MilestonePage query={acceptanceList} columns={columns} />;
}
