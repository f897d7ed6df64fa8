import {
  counter,
  counterList,
  counterState,
  counterType,
  importCounters,
  judgeCounters,
  refuseJudging,
  refuseRetire,
  retireCounters,
} from "@shotkeeper/contract/counter";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { Ago, useLocale, useSession } from "@shotkeeper/ui/app";
import { Battery, ChoiceTag, type Columns, Signal } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { refusalText, useStepRefusal } from "@shotkeeper/ui/data";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { ListScreen } from "@shotkeeper/ui/list";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { MoldLink } from "../links.tsx";
import { counterLogPath } from "../paths.ts";
import { approvalTones, counterStateTones } from "../tones.ts";
import { QrDialog } from "./qr-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

const columns: Columns<typeof counterList> = [
  { name: "writerId", pin: "left", width: 132 },
  { name: "chipCode", width: 168 },
  {
    name: "state",
    width: 96,
    cell: (row) => <ChoiceTag of={counterState} value={row.state} tones={counterStateTones} />,
  },
  {
    name: "approval",
    width: 96,
    cell: (row) => <ChoiceTag of={counterChangeStat} value={row.approval} tones={approvalTones} />,
  },
  { name: "moldNo", onCard: true, width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  "plantName",
  "countTimes",
  { name: "battery", width: 92, cell: (row) => <Battery percent={row.battery} /> },
  { name: "rssi", width: 116, cell: (row) => <Signal dbm={row.rssi} /> },
  { name: "lastReportAt", onCard: true, width: 112, cell: (row) => <Ago at={row.lastReportAt} /> },
  { name: "type", width: 80 },
  "isValid",
  "expiresOn",
  { name: "hasSecret", width: 88 },
  "firmware",
];

type CounterField = keyof (typeof counter)["fields"] & string;

/** Columns of a file from which counters are imported. */
const importNames = [
  "writerId",
  "chipCode",
  "type",
  "state",
  "isValid",
  "gpsEnabled",
  "expiresOn",
  "gpsIntervalHours",
  "reportIntervalHours",
  "imei",
  "firmware",
  "remark",
] as const satisfies readonly CounterField[];

function useCounterForm(): EntityFormSpec<CounterField> {
  const { counter: t } = useLocale();
  return useMemo(
    () => ({
      sections: [
        { title: t.sections.identity, fields: ["writerId", "chipCode", "type", "imei", "firmware"] },
        { title: t.sections.state, fields: ["state", "isValid", "expiresOn"] },
        {
          title: t.sections.report,
          fields: ["reportIntervalHours", "gpsEnabled", "gpsIntervalHours", "remark"],
        },
      ],
      hints: t.hints,
      initial: {
        type: counterType.values.lte,
        state: counterState.values.inStock,
        isValid: true,
        gpsEnabled: true,
        gpsIntervalHours: 24,
      },
    }),
    [t],
  );
}

type Row = QueryRow<typeof counterList>;

/** The open dialog, with the counters on which it acts. After success, `done` clears the selection of the list. */
interface Open {
  readonly dialog: "pass" | "qr" | "reject" | "retire" | "secret";
  readonly rows: readonly Row[];
  readonly done?: () => void;
}

export default function CounterScreen() {
  const locale = useLocale();
  const t = locale.counter;
  const { can } = useSession();
  const refusalOf = useStepRefusal();
  const navigate = useNavigate();
  const form = useCounterForm();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const mayChange = can(menus.counterRegistration, "M");
  const [first] = open?.rows ?? [];
  return (
    <>
      <ListScreen
        query={counterList}
        entity={counter}
        columns={columns}
        form={form}
        search={["writerId", "chipCode", "moldNo", "plantName"]}
        live={["reading"]}
        importing={{ command: importCounters, names: importNames }}
        actions={(row) => [
          ...(mayChange && row.approval === counterChangeStat.values.registered
            ? (["pass", "reject"] as const).map((dialog) => ({
                key: dialog,
                label: t.judge[dialog],
                danger: dialog === "reject",
                refused: refusalOf(refuseJudging(row), judgeCounters, row),
                run: () => setOpen({ dialog, rows: [row] }),
              }))
            : []),
          ...(can(menus.counterLog, "Q")
            ? [{ key: "log", label: t.log, run: () => navigate(counterLogPath(row.writerId)) }]
            : []),
          { key: "qr", label: t.qr.action, run: () => setOpen({ dialog: "qr", rows: [row] }) },
          ...(mayChange
            ? [
                {
                  key: "secret",
                  label: t.secret.action,
                  run: () => setOpen({ dialog: "secret", rows: [row] }),
                },
                {
                  key: "retire",
                  label: t.retire.action,
                  danger: true,
                  refused: refusalText(refuseRetire(row), locale),
                  run: () => setOpen({ dialog: "retire", rows: [row] }),
                },
              ]
            : []),
        ]}
        bulk={(rows, done) => {
          const free = rows.filter((r) => refuseRetire(r) === undefined);
          const waiting = rows.filter((r) => refusalOf(refuseJudging(r), judgeCounters, r) === undefined);
          return (
            <>
              <Button
                onClick={() => setOpen({ dialog: "qr", rows })}
              >{`${t.qr.action} (${rows.length})`}</Button>
              {mayChange && waiting.length > 0 && (
                <Button onClick={() => setOpen({ dialog: "pass", rows: waiting, done })}>
                  {`${t.judge.pass} (${waiting.length})`}
                </Button>
              )}
              {mayChange && (
                <Button
                  disabled={free.length === 0}
                  onClick={() => setOpen({ dialog: "retire", rows: free, done })}
                >
                  {`${t.retire.action} (${free.length})`}
                </Button>
              )}
            </>
          );
        }}
        details={(row) => ({ battery: <Battery percent={row.battery} />, rssi: <Signal dbm={row.rssi} /> })}
        emptyHint={t.emptyHint}
      />
      {open?.dialog === "secret" && first && <SecretDialog writerId={first.writerId} onClose={close} />}
      {open?.dialog === "qr" && <QrDialog rows={open.rows} onClose={close} />}
      {(open?.dialog === "pass" || open?.dialog === "reject") && first && (
        <CommandDialog
          key={open.dialog}
          command={judgeCounters}
          title={t.judge[`${open.dialog}Title`](
            open.rows.length === 1 ? first.writerId : t.judge.many(open.rows.length),
          )}
          lead={t.judge[`${open.dialog}Lead`]}
          preset={{
            writerIds: open.rows.map((r) => r.writerId),
            approval: counterChangeStat.values[open.dialog === "pass" ? "passed" : "rejected"],
          }}
          hints={open.dialog === "reject" ? { auditNote: t.judge.noteNeeded } : {}}
          okText={t.judge[open.dialog]}
          danger={open.dialog === "reject"}
          successText={() => t.judge[open.dialog === "pass" ? "passed" : "rejected"]}
          onDone={() => open.done?.()}
          onClose={close}
        />
      )}
      {open?.dialog === "retire" && first && (
        <CommandDialog
          command={retireCounters}
          title={open.rows.length === 1 ? t.retire.title(first.writerId) : t.retire.many(open.rows.length)}
          lead={t.retire.lead}
          preset={{ writerIds: open.rows.map((r) => r.writerId) }}
          okText={t.retire.action}
          danger
          successText={(o) => t.retire.done(o.count)}
          onDone={() => open.done?.()}
          onClose={close}
        />
      )}
    </>
  );
}
