import { menus } from "@shotkeeper/contract/menus";
import { unboundWarnings, warningKind } from "@shotkeeper/contract/warning";
import { Ago, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, Count } from "@shotkeeper/ui/cells";
import { useState } from "react";
import { BindDialog } from "../binding/binding-dialogs.tsx";
import { warningColumns as c } from "./columns.tsx";
import type { ThresholdId } from "./kind-parts.ts";
import { KindScreen } from "./kind-screen.tsx";

const thresholds: readonly ThresholdId[] = ["WARN_UNBOUND", "WARN_VALIDITY"];
const columns: Columns<typeof unboundWarnings> = [
  c.kind,
  c.counter,
  { name: "unboundDays", onCard: true, width: 128 },
  { name: "unboundShots", width: 128, cell: (row) => <Count value={row.unboundShots} tone="attention" /> },
  { name: "expiresOn", onCard: true, width: 116 },
  c.opened,
  c.acknowledged,
  { name: "lastReportAt", width: 112, cell: (row) => <Ago at={row.lastReportAt} /> },
  "assigneeName",
  c.level,
  c.times,
  c.cleared,
  "clearNote",
];

// The counters of this screen are on no mold, so only their numbers can be searched.
const searched = ["writerId"] as const;

/** Screen of warnings about counters that are not bound to a mold, and about data plans that end soon. */
export default function UnboundScreen() {
  const { mold, warning: t } = useLocale();
  const { can } = useSession();
  const [bound, setBound] = useState<string>();
  const bindNow = (row: {
    readonly kind: string | null;
    readonly isOpen: boolean | null;
    readonly writerId: string | null;
  }) => {
    const { writerId } = row;
    if (writerId === null || row.kind !== warningKind.values.unbound || !can(menus.binding, "A")) return [];
    return [
      {
        key: "bind",
        label: mold.binding.bind,
        refused: row.isOpen ? undefined : t.already,
        run: () => setBound(writerId),
      },
    ];
  };
  return (
    <KindScreen
      menu={menus.unboundWarnings}
      query={unboundWarnings}
      columns={columns}
      thresholds={thresholds}
      picture="battery"
      search={searched}
      actions={bindNow}
    >
      {bound !== undefined && <BindDialog writerId={bound} onClose={() => setBound(undefined)} />}
    </KindScreen>
  );
}
