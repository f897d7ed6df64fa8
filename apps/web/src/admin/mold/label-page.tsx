import type { QueryRow } from "@shotkeeper/contract/kernel";
import { moldList } from "@shotkeeper/contract/mold";
import { useLocale } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint, Panel } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { QueryGrid } from "@shotkeeper/ui/list";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { Stickers } from "../printing/stickers.tsx";

type MoldRow = QueryRow<typeof moldList>;
type Molds = ReadonlyMap<string, MoldRow>;

const columns: Columns<typeof moldList> = [
  { name: "moldNo", width: 132 },
  { name: "moldName", width: 200 },
  { name: "plantName", width: 160 },
  { name: "projectName", width: 128 },
];
const none: Molds = new Map();

/** Page that prints labels of molds: a list to choose the molds, and a preview of the labels. */
export default function LabelPage() {
  const { mold: words } = useLocale();
  const t = words.labels;
  const [params] = useSearchParams();
  const moldNo = params.get("no");
  const [selection, setSelection] = useState<Molds>();
  const found = useRows(
    moldList,
    { where: [{ field: "moldNo", operator: "EQ", value: moldNo ?? "" }], limit: 1 },
    { enabled: moldNo !== null },
  );
  // At first, selects the mold that the URL names. The user may then change the selection.
  const first = useMemo<Molds>(
    () => new Map((found.data?.rows ?? []).map((r) => [r.moldNo, r])),
    [found.data],
  );
  const chosen = selection ?? (moldNo === null ? none : first);
  const stickers = useMemo(
    () =>
      [...chosen.values()].map((m) => ({
        code: m.moldNo,
        lines: [m.moldName, m.projectName, m.oemName, m.makerName],
      })),
    [chosen],
  );
  return (
    <div className="sk-labels">
      <div className="sk-list">
        <QueryGrid
          query={moldList}
          id="BS101.labels"
          inner
          columns={columns}
          search={["moldNo", "moldName", "projectName", "plantName"]}
          selection={chosen}
          onSelectionChange={setSelection}
        />
      </div>
      <Stickers
        stickers={stickers}
        jobName={t.title}
        first={moldNo === null ? "sheet" : "single"}
        empty={<EmptyHint title={t.empty} hint={t.emptyHint} />}
      >
        {({ print, view }) => (
          <Panel title={t.chosen(stickers.length)} extra={print}>
            {view}
          </Panel>
        )}
      </Stickers>
    </div>
  );
}
