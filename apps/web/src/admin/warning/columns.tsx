import { nameOf, type QueryRow } from "@shotkeeper/contract/kernel";
import { warningKind, warningLevel, type warningList } from "@shotkeeper/contract/warning";
import { Ago, missing, ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, Count } from "@shotkeeper/ui/cells";
import { CounterLink, MoldLink } from "../links.tsx";
import { warningLevelTones } from "../tones.ts";
import { causeText } from "./cause.ts";

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
    // Shows the counter instead of the mold if the warning has no mold, for example a low-battery warning of a spare
    // counter.
    cell: (row) => (row.moldNo ? <MoldLink no={row.moldNo} /> : <CounterLink no={row.writerId} />),
  },
  counter: { name: "writerId", width: 120, cell: (row) => <CounterLink no={row.writerId} /> },
  cause: { name: "cause", width: 270, cell: (row) => <CauseText row={row} /> },
  opened: { name: "openedAt", width: 104, cell: (row) => <Ago at={row.openedAt} /> },
  times: { name: "recurrences", width: 72, cell: (row) => <Count value={row.recurrences} /> },
  acknowledged: {
    name: "acknowledgedAt",
    width: 180,
    cell: (row) =>
      row.isOpen && !row.acknowledgedAt ? (
        <Waiting />
      ) : (
        <WhoWhen by={row.acknowledgedBy} at={row.acknowledgedAt} />
      ),
  },
  cleared: {
    name: "clearedAt",
    width: 168,
    cell: (row) => <WhoWhen by={row.clearedBy} at={row.clearedAt} />,
  },
} satisfies Readonly<Record<string, Columns<typeof warningList>[number]>>;
