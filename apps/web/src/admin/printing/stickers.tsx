import { useLocale } from "@shotkeeper/ui/app";
import { InputNumber, Segmented } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { type LabelLayout, labelPages, sheetPlaces } from "./label-pages.ts";
import { measure } from "./measure.ts";
import { PageView } from "./page-view.tsx";
import { PrintButton } from "./print-button.tsx";
import { type Sticker, stickerPage, stickerPages } from "./sticker.ts";
import "./label.css";

interface StickersProps {
  readonly stickers: readonly Sticker[];
  readonly jobName: string;
  readonly first: LabelLayout;
  /** Content that replaces the preview if there are no stickers. */
  readonly empty?: ReactNode;
  readonly children: (parts: { readonly print: ReactNode; readonly view: ReactNode }) => ReactNode;
}

/** Preview of stickers with a choice of layout. `children` places the preview and the print button on the page. */
export function Stickers({ stickers, jobName, first, empty, children }: StickersProps) {
  const t = useLocale().mold.labels;
  const [layout, setLayout] = useState(first);
  const [used, setUsed] = useState(0);
  const pages = useMemo(() => labelPages(stickers, layout, used), [stickers, layout, used]);
  const drawn = pages.map((page, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity than their position
    <div key={i} className={`sk-label-page sk-label-${layout}`}>
      {page.map((s, place) =>
        s ? (
          <PageView
            key={s.code}
            className="sk-label"
            label={t.code(s.code)}
            page={stickerPage(s, layout, measure())}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty places have no other identity than their position
          <div key={place} className="sk-label-used" />
        ),
      )}
    </div>
  ));
  const print = (
    <PrintButton
      jobName={jobName}
      kind={layout === "single" ? "sticker" : "a4"}
      disabled={stickers.length === 0}
      pages={() => stickerPages(stickers, layout, used, measure())}
    />
  );
  const view = (
    <>
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
      {stickers.length === 0 ? (
        empty
      ) : (
        <section className="sk-label-preview" aria-label={t.preview}>
          {drawn}
        </section>
      )}
    </>
  );
  return children({ print, view });
}
