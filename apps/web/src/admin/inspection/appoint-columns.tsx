import { appointLevel, type appointList, appointState } from "@shotkeeper/contract/inspection";
import { ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, Photos } from "@shotkeeper/ui/cells";
import { MoldLink } from "../links.tsx";
import { appointLevelTones, appointStateTones } from "../tones.ts";
import type { AppointRow } from "./use-appoints.tsx";

function Due({ row }: { readonly row: Pick<AppointRow, "dueOn" | "isOverdue"> }) {
  const { fields } = useLocale();
  const f = useFormats();
  return (
    <span className="sk-tags">
      <span>{f.date(row.dueOn)}</span>
      {row.isOverdue && <ToneTag tone="bad">{fields.isOverdue}</ToneTag>}
    </span>
  );
}

export const appointColumns = {
  id: { name: "appointId", width: 132 },
  state: {
    name: "appointState",
    width: 110,
    cell: (row) => <ChoiceTag of={appointState} value={row.appointState} tones={appointStateTones} />,
  },
  level: {
    name: "appointLevel",
    width: 104,
    cell: (row) => <ChoiceTag of={appointLevel} value={row.appointLevel} tones={appointLevelTones} />,
  },
  mold: { name: "moldNo", pin: "left", width: 128, cell: (row) => <MoldLink no={row.moldNo} /> },
  due: { name: "dueOn", width: 204, cell: (row) => <Due row={row} /> },
  problemPhotos: {
    name: "problemUrl",
    width: 116,
    cell: (row) => <Photos value={row.problemUrl} />,
  },
  solvedPhotos: {
    name: "saveProblemUrl",
    width: 116,
    cell: (row) => <Photos value={row.saveProblemUrl} />,
  },
} as const satisfies Readonly<Record<string, Columns<typeof appointList>[number]>>;
