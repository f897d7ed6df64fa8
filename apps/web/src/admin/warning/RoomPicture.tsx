import type { QueryRow } from "@shotkeeper/contract/kernel";
import { type WarningPicture, type warningList, warningPicture } from "@shotkeeper/contract/warning";
import { Ago, useFormats, useLocale } from "@shotkeeper/ui/app";
import { Chart, type ChartOption, timeAxis, useChartTheme } from "@shotkeeper/ui/chart";
import { Panel, useRun } from "@shotkeeper/ui/screen";
import { type ReactNode, useMemo } from "react";
import { CounterLink, MoldLink } from "../links.tsx";
import { cycleOption, shotsOption } from "../production/chart-options.ts";
import { CauseText, KindTag } from "./columns.tsx";
import { FenceMap } from "./FenceMap.tsx";
import { readingsOption } from "./readings-option.ts";
import type { PictureKind } from "./room-parts.ts";

interface RoomPictureProps {
  readonly kind: PictureKind;
  readonly row: QueryRow<typeof warningList>;
  readonly actions: ReactNode;
}

const height = 190;
/** Where the mold has no tolerance of its own, as the production cycle screen has it. */
const usualTolerance = 5;
/** As many as the server gives shots of. */
const shownDays = 60;

/** What stands behind one warning. */
export function RoomPicture({ kind, row, actions }: RoomPictureProps) {
  const title = (
    <span className="sk-room-title">
      <KindTag row={row} />
      {row.moldNo ? <MoldLink no={row.moldNo} /> : <CounterLink no={row.writerId} />}
      <small>
        <CauseText row={row} />
      </small>
      <small className="sk-faint">
        {row.plantName ? `${row.plantName} · ` : ""}
        <Ago at={row.openedAt} />
      </small>
    </span>
  );
  return (
    <Panel title={title} extra={actions}>
      <Behind key={row.warningId} kind={kind} warningId={row.warningId ?? 0} />
    </Panel>
  );
}

function Behind({ kind, warningId }: { readonly kind: PictureKind; readonly warningId: number }) {
  const { warning: t } = useLocale();
  const read = useRun(warningPicture, { warningId }, { live: ["warning"] });
  if (!read.data || read.error) return <Panel wait={read} lines={5} />;
  if (kind === "place") return <FenceMap fence={read.data.FENCE} fixes={read.data.FIXES} />;
  const isEmpty = kind === "battery" || kind === "signal" ? read.data.READINGS : read.data.SHOTS;
  if (isEmpty.length === 0) return <p className="sk-faint">{t.noReadings}</p>;
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
        [{ name: "", buckets: data.SHOTS }],
        data.STANDARD ? { standard: data.STANDARD, percent: data.TOLERANCE ?? usualTolerance } : undefined,
        words,
      );
    if (kind !== "days") return readingsOption(kind, data.READINGS, words);
    // The days without a shot are what it is about: the axis goes on to today.
    const xAxis = { ...timeAxis(theme), min: Date.now() - shownDays * 86_400_000, max: Date.now() };
    return { ...shotsOption(data.SHOTS, words), xAxis };
  }, [kind, data, theme, formats, locale]);
  const label = locale.warning.pictures[kind];
  return (
    <>
      <p className="sk-faint sk-room-note">{label}</p>
      <Chart option={option} theme={theme} label={label} height={height} />
    </>
  );
}
