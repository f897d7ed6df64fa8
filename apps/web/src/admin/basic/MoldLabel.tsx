import { useLocale } from "@shotkeeper/ui/app";
import { useMemo } from "react";
import { qrPath } from "./qr-path.ts";

export interface LabelMold {
  readonly moldNo: string;
  readonly moldName: string | null;
  readonly oemName: string | null;
  readonly projectName: string | null;
  readonly makerName: string | null;
}

/** What is stuck on a mold: the code holds its number and nothing else. */
export function MoldLabel({ mold }: { readonly mold: LabelMold }) {
  const { mold: t } = useLocale();
  const { size, path } = useMemo(() => qrPath(mold.moldNo), [mold.moldNo]);
  return (
    <div className="sk-label">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t.labels.code(mold.moldNo)}
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <div>
        <strong>{mold.moldNo}</strong>
        {[mold.moldName, mold.projectName, mold.oemName, mold.makerName].map(
          (text, i) =>
            text && (
              // biome-ignore lint/suspicious/noArrayIndexKey: four lines in a fixed order
              <span key={i}>{text}</span>
            ),
        )}
      </div>
    </div>
  );
}
