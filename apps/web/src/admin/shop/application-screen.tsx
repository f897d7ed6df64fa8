import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import {
  applicationList,
  applicationStat,
  approveApplication,
  companyApplication,
  deleteApplication,
  refuseApplication,
  refuseDeletion,
  refuseJudging,
} from "@shotkeeper/contract/shop";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint, Photos } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { refusalText, useRows } from "@shotkeeper/ui/data";
import { FilterStrip, QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { ApproveDialog } from "./approve-dialog.tsx";
import { applicationTones } from "./sale-tones.ts";

type Row = QueryRow<typeof applicationList>;

const columns: Columns<typeof applicationList> = [
  { name: "custName", pin: "left", width: 220 },
  {
    name: "applicationStat",
    width: 120,
    cell: (r) => <ChoiceTag of={applicationStat} value={r.applicationStat} tones={applicationTones} />,
  },
  { name: "taxpayerId", width: 184 },
  { name: "licencePath", width: 112, cell: (r) => <Photos value={r.licencePath} /> },
  { name: "contact", width: 88 },
  { name: "phone", width: 120 },
  { name: "mail", width: 208 },
  { name: "appliedAt", width: 168 },
  { name: "custId", width: 112 },
  { name: "judgeReason", width: 200 },
  { name: "judgedAt", width: 168 },
  { name: "judgedBy", width: 100 },
];
const waitingFirst = [
  { field: "applicationStat", direction: "asc" },
  { field: "appliedAt", direction: "desc" },
] as const;
const stats = Object.keys(applicationStat.values) as (keyof typeof applicationStat.values)[];
const everything: readonly Condition[] = [];
const conditions: Readonly<Record<string, readonly Condition[]>> = Object.fromEntries(
  stats.map((s) => [
    s,
    [{ field: "applicationStat", operator: "EQ" as const, value: applicationStat.values[s] }],
  ]),
);

function useCount(stat: string): number | undefined {
  return useRows(applicationList, { where: conditions[stat] ?? everything, limit: 1 }).data?.total;
}

/**
 * Screen of the companies that signed up in the shop. Staff look at the licence of a company, and approve or refuse the
 * company.
 */
export default function ApplicationScreen() {
  const locale = useLocale();
  const { signUp, enums, screen, menus, shop } = locale;
  const t = signUp.staff;
  const { allows } = useSession();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<{ readonly step: "approve" | "refuse" | "delete"; readonly row: Row }>();
  const requested = params.get("stat") ?? "";
  const shown = requested in conditions ? requested : "";
  const counts = {
    waiting: useCount("waiting"),
    approved: useCount("approved"),
    refused: useCount("refused"),
  };
  const mayJudge = allows(approveApplication.access);
  const close = () => setOpen(undefined);
  return (
    <div className="sk-list sk-list-headed">
      <FilterStrip
        label={shop.home.all}
        items={stats.map((s) => ({ key: s, label: enums.applicationStat[s], count: counts[s] }))}
        chosen={shown}
        onChoose={(key: string) => setParams(key === "" ? {} : { stat: key })}
      />
      <QueryGrid
        query={applicationList}
        entity={companyApplication}
        columns={columns}
        fixed={conditions[shown] ?? everything}
        search={["custName", "taxpayerId", "contact", "phone", "mail"]}
        sort={waitingFirst}
        actionsWidth={208}
        rowActions={
          mayJudge
            ? (row) => (
                <RowActions
                  actions={(["approve", "refuse", "delete"] as const).map((step) => ({
                    key: step,
                    label: t[step],
                    danger: step !== "approve",
                    refused: refusalText((step === "delete" ? refuseDeletion : refuseJudging)(row), locale),
                    run: () => setOpen({ step, row }),
                  }))}
                />
              )
            : undefined
        }
        empty={<EmptyHint title={screen.empty.title(menus.salesApplication)} hint={t.empty} />}
      />
      {open?.step === "approve" && <ApproveDialog row={open.row} onClose={close} />}
      {open?.step === "delete" && (
        <CommandDialog
          command={deleteApplication}
          title={t.deleteTitle(open.row.custName)}
          lead={t.deleteLead}
          preset={{ applicationId: open.row.applicationId ?? 0, appliedAt: open.row.appliedAt ?? "" }}
          okText={t.delete}
          danger
          successText={() => t.deleted}
          onClose={close}
        />
      )}
      {open?.step === "refuse" && (
        <CommandDialog
          command={refuseApplication}
          title={t.refuseTitle(open.row.custName)}
          lead={t.refuseLead}
          preset={{ applicationId: open.row.applicationId ?? 0, appliedAt: open.row.appliedAt ?? "" }}
          okText={t.refuse}
          danger
          successText={() => t.refused}
          onClose={close}
        />
      )}
    </div>
  );
}
