import { moldList } from "@shotkeeper/contract/basic";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { browserMeasure } from "@shotkeeper/label-print";
import { useLocale } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint, Panel, QueryGrid, useRows } from "@shotkeeper/ui/screen";
import { InputNumber, Segmented } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { PageView } from "../printing/PageView.tsx";
import { PrintButton } from "../printing/PrintButton.tsx";
import { type LabelLayout, labelPages, sheetPlaces } from "./label-pages.ts";
import { moldLabel, moldLabelPages } from "./mold-label.ts";
import "./label.css";

type MoldRow = QueryRow<typeof moldList>;
type Molds = ReadonlyMap<string, MoldRow>;

const columns: Columns<typeof moldList> = [
  { name: "moldNo", width: 132 },
  { name: "moldName", width: 200 },
  { name: "plantName", width: 160 },
  { name: "projectName", width: 128 },
];
const none: Molds = new Map();
const measure = browserMeasure();

/** Labels of molds: chosen in a list, seen as they will be printed. */
export default function LabelPage() {
  const { mold: words } = useLocale();
  const t = words.labels;
  const [params] = useSearchParams();
  const asked = params.get("no");
  const [selection, setSelection] = useState<Molds>();
  const [layout, setLayout] = useState<LabelLayout>(asked === null ? "sheet" : "single");
  const [used, setUsed] = useState(0);
  const found = useRows(
    moldList,
    { where: [{ field: "moldNo", operator: "EQ", value: asked ?? "" }], limit: 1 },
    { enabled: asked !== null },
  );
  // Somebody who came for one mold finds it chosen.
  const first = useMemo<Molds>(
    () => new Map((found.data?.rows ?? []).map((r) => [r.moldNo, r])),
    [found.data],
  );
  const chosen = selection ?? (asked === null ? none : first);
  const molds = [...chosen.values()];
  const pages = labelPages(molds, layout, used);
  const drawn = pages.map((page, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its place
    <div key={i} className={`sk-label-page sk-label-${layout}`}>
      {page.map((m, place) =>
        m ? (
          <PageView
            key={m.moldNo}
            className="sk-label"
            label={t.code(m.moldNo)}
            page={moldLabel(m, layout, measure)}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty place is nothing but its place
          <div key={place} className="sk-label-used" />
        ),
      )}
    </div>
  ));
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
      <Panel
        title={t.chosen(molds.length)}
        extra={
          <PrintButton
            jobName={t.title}
            disabled={molds.length === 0}
            pages={() => moldLabelPages(molds, layout, used, measure)}
          />
        }
      >
        <div className="sk-label-options">
          <Segmented<LabelLayout>
            value={layout}
            onChange={setLayout}
            options={[
              { value: "sheet", label: t.sheet },
              { value: "single", label: t.single },
            ]}
          />
          {layout === "sheet" && (
            <label htmlFor="labels-used">
              {t.used}{" "}
              <InputNumber
                id="labels-used"
                min={0}
                max={sheetPlaces - 1}
                precision={0}
                value={used}
                onChange={(n) => setUsed(n ?? 0)}
              />
            </label>
          )}
        </div>
        {molds.length === 0 ? (
          <EmptyHint title={t.empty} hint={t.emptyHint} />
        ) : (
          <section className="sk-label-preview" aria-label={t.preview}>
            {drawn}
          </section>
        )}
      </Panel>
    </div>
  );
}
