import type { QueryRow } from "@shotkeeper/contract/kernel";
import { type WarningPicture, type warningList, warningPicture } from "@shotkeeper/contract/warning";
import { Ago, useFormats, useLocale } from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import { Chart, type ChartOption, timeAxis, useChartTheme } from "@shotkeeper/ui/chart";
import { useCommandData } from "@shotkeeper/ui/data";
import { chartTime, serverNow } from "@shotkeeper/ui/time";
import { type ReactNode, useMemo } from "react";
import { CounterLink, MoldLink } from "../links.tsx";
import { cycleOption, shotsOption } from "../production/chart-options.ts";
import { KindTag, RaisedCause } from "./columns.tsx";
import { FenceMap } from "./fence-map.tsx";
import type { PictureKind } from "./kind-parts.ts";
import { readingsOption } from "./readings-option.ts";

interface KindPictureProps {
  readonly kind: PictureKind;
  readonly row: QueryRow<typeof warningList>;
  /** Latest value of the counter, as a text with its unit. The cause of the warning has an earlier value. */
  readonly current: string | undefined;
  readonly actions: ReactNode;
}

const height = 190;
/** Cycle tolerance of a mold without its own tolerance, %. Must equal the default on the cycle analysis screen. */
const defaultTolerance = 5;
/** Days on the time axis of an idle warning. Must equal the days in the server's picture command. */
const shownDays = 60;

/** Panel that explains one warning by a chart or map of its readings. */
export function KindPicture({ kind, row, current, actions }: KindPictureProps) {
  const { warning: t } = useLocale();
  const title = (
    <span className="sk-kind-title">
      <KindTag row={row} />
      {row.moldNo ? <MoldLink no={row.moldNo} /> : <CounterLink no={row.writerId} />}
      <small>
        <RaisedCause row={row} />
        {current === undefined ? "" : ` · ${t.current(current)}`}
      </small>
      <small className="sk-faint">
        {row.plantName ? `${row.plantName} · ` : ""}
        <Ago at={row.openedAt} />
      </small>
    </span>
  );
  return (
    <Panel title={title} extra={actions}>
      <Picture key={row.warningId} kind={kind} warningId={row.warningId ?? 0} />
    </Panel>
  );
}

function Picture({ kind, warningId }: { readonly kind: PictureKind; readonly warningId: number }) {
  const { warning: t } = useLocale();
  const read = useCommandData(warningPicture, { warningId }, { live: ["warning"] });
  if (!read.data || read.error) return <Panel wait={read} lines={5} />;
  if (kind === "place") return <FenceMap fence={read.data.fence} fixes={read.data.fixes} />;
  const points = kind === "battery" || kind === "signal" ? read.data.readings : read.data.shots;
  if (points.length === 0) return <p className="sk-faint">{t.noReadings}</p>;
  return <Curve kind={kind} data={read.data} />;
}

function Curve({
  kind,
  data,
}: {
  readonly kind: Exclude<PictureKind, "place">;
  readonly data: WarningPicture;
}) {
  const locale = useLocale();
  const formats = useFormats();
  const theme = useChartTheme();
  const option = useMemo((): ChartOption => {
    const words = { theme, formats, locale };
    if (kind === "cycle")
      return cycleOption(
        [{ name: "", buckets: data.shots }],
        data.standard ? { standard: data.standard, percent: data.tolerance ?? defaultTolerance } : undefined,
        words,
      );
    if (kind !== "days") return readingsOption(kind, data.readings, words);
    // Ends the axis at the present time, so that the last days without shots are visible.
    const now = serverNow();
    const xAxis = timeAxis(theme, { from: chartTime(now - shownDays * 86_400_000), to: chartTime(now) });
    return { ...shotsOption(data.shots, words), xAxis };
  }, [kind, data, theme, formats, locale]);
  const label = locale.warning.pictures[kind];
  return (
    <>
      <p className="sk-faint sk-kind-note">{label}</p>
      <Chart option={option} theme={theme} label={label} height={height} />
    </>
  );
}
