import { noteReturn, returnVisits } from "@shotkeeper/contract/indicator";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { RowActions } from "@shotkeeper/ui/list";
import { useMemo, useState } from "react";
import { MoldLink } from "../links.tsx";
import { IndicatorScreen } from "./indicator-screen.tsx";
import { SourceText } from "./source-text.tsx";
import type { IndicatorSpec } from "./spec.ts";

type Row = QueryRow<typeof returnVisits>;

const base: IndicatorSpec<typeof returnVisits> = {
  name: "returns",
  query: returnVisits,
  columns: [
    { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
    { name: "moldName", width: 200 },
    { name: "visitPlace", onCard: true, width: 200 },
    { name: "visitFrom", width: 160 },
    { name: "visitTo", width: 160 },
    { name: "visitDays", onCard: true, width: 100 },
    { name: "visitReason", width: 220 },
    { name: "leftFrom", width: 200 },
    { name: "visitSource", width: 100, cell: (row) => <SourceText source={row.visitSource} /> },
    "fixes",
  ],
  facts: (a, { locale: { indicator: t }, f }) => {
    const p = a.now.parts;
    const returns = p.returns ?? 0;
    return [
      { label: t.parts.returns, value: f.whole(returns) },
      {
        label: t.parts.visitDays,
        value: returns > 0 ? t.days(f.decimal((p.visitDays ?? 0) / returns, 1)) : "–",
      },
      { label: t.parts.atMaker, value: t.molds(f.whole(a.current.atMaker ?? 0)) },
      { label: t.parts.placedDays, value: f.compact(p.placedDays), note: t.parts.placedUnit },
    ];
  },
};

export default function ReturnsScreen() {
  const { indicator: t } = useLocale();
  const { can } = useSession();
  const [noted, setNoted] = useState<Row>();
  const mayNote = can(menus.returnsIndicator, "M");
  const spec = useMemo(
    () => ({
      ...base,
      ...(mayNote
        ? {
            rowActions: (row: Row) => (
              <RowActions actions={[{ key: "note", label: t.noteReturn, run: () => setNoted(row) }]} />
            ),
          }
        : {}),
    }),
    [mayNote, t],
  );
  return (
    <>
      <IndicatorScreen spec={spec} />
      {noted && (
        <CommandDialog
          command={noteReturn}
          title={t.noteTitle(noted.moldNo)}
          preset={{ moldNo: noted.moldNo, ...(noted.visitFrom ? { visitFrom: noted.visitFrom } : {}) }}
          initial={noted.visitReason ? { visitReason: noted.visitReason } : {}}
          successText={() => t.noted}
          onClose={() => setNoted(undefined)}
        />
      )}
    </>
  );
}
