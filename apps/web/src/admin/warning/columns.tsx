import { nameOf, type Query, type QueryRow } from "@shotkeeper/contract/kernel";
import { warningKind, warningLevel, type warningList } from "@shotkeeper/contract/warning";
import { Ago, missing, ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, Count } from "@shotkeeper/ui/cells";
import { CounterLink, MoldLink } from "../links.tsx";
import { warningLevelTones } from "../tones.ts";
import { causeText, raisedCauseText } from "./cause.ts";

type WarningRow = QueryRow<typeof warningList>;

/** Tag with the kind of a warning, in the color of the warning's level. Closed warnings are gray. */
export function KindTag({ row }: { readonly row: Pick<WarningRow, "kind" | "level" | "isOpen"> }) {
  const { enums } = useLocale();
  const name = nameOf(warningKind, row.kind);
  const level = nameOf(warningLevel, row.level);
  const tone = row.isOpen === false ? "neutral" : level ? warningLevelTones[level] : "attention";
  return <ToneTag tone={tone}>{name ? enums.warningKind[name] : missing}</ToneTag>;
}

export function CauseText({ row }: { readonly row: Pick<WarningRow, "kind" | "cause"> }) {
  const locale = useLocale();
  return causeText(row.kind, row.cause, locale, useFormats());
}

/** Cause of a warning with the time of its values. */
export function RaisedCause({ row }: { readonly row: Pick<WarningRow, "kind" | "cause" | "lastAt"> }) {
  const locale = useLocale();
  return raisedCauseText(row.kind, row.cause, row.lastAt, locale, useFormats());
}

/** Mold of a warning, or its counter if there is no mold, for example for the low battery of a spare counter. */
function Subject({ row }: { readonly row: Pick<WarningRow, "moldNo" | "writerId"> }) {
  return row.moldNo ? <MoldLink no={row.moldNo} /> : <CounterLink no={row.writerId} />;
}

function WhoWhen({ by, at }: { readonly by: string | null; readonly at: string | null }) {
  const { warning } = useLocale();
  if (!at) return <span className="sk-faint">{missing}</span>;
  return (
    <>
      {by ?? warning.bySystem} · <Ago at={at} />
    </>
  );
}

/** Mark on an open warning that nobody has acknowledged yet. */
function Waiting() {
  const { warning } = useLocale();
  return (
    <span className="sk-figure" data-level="attention">
      {warning.waiting}
    </span>
  );
}

/**
 * Returns the columns with another title for the column of mold numbers. If a warning has no mold, this column shows
 * the counter's number, so its usual title would be wrong.
 */
export const titledMold = <Q extends Query>(columns: Columns<Q>, title: string): Columns<Q> =>
  columns.map((c) => (typeof c !== "string" && c.name === "moldNo" ? { ...c, title } : c));

export const warningColumns = {
  kind: { name: "kind", pin: "left", width: 164, cell: (row) => <KindTag row={row} /> },
  level: {
    name: "level",
    width: 96,
    cell: (row) => <ChoiceTag of={warningLevel} value={row.level} tones={warningLevelTones} />,
  },
  mold: {
    name: "moldNo",
    width: 132,
    cell: (row) => <Subject row={row} />,
  },
  counter: { name: "writerId", width: 120, cell: (row) => <CounterLink no={row.writerId} /> },
  cause: {
    name: "cause",
    width: 270,
    cell: (row) => <CauseText row={row} />,
    detail: (row) => <RaisedCause row={row} />,
  },
  opened: { name: "openedAt", width: 104, cell: (row) => <Ago at={row.openedAt} /> },
  times: { name: "recurrences", width: 72, cell: (row) => <Count value={row.recurrences} /> },
  acknowledged: {
    name: "acknowledgedAt",
    width: 180,
    cell: (row) =>
      row.isOpen && !row.acknowledgedAt ? (
        <Waiting />
      ) : (
        <WhoWhen by={row.acknowledgedByName} at={row.acknowledgedAt} />
      ),
  },
  cleared: {
    name: "clearedAt",
    width: 168,
    cell: (row) => <WhoWhen by={row.clearedByName} at={row.clearedAt} />,
  },
} satisfies Readonly<Record<string, Columns<typeof warningList>[number]>>;
