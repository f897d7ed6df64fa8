import { counter, counterList, counterState, counterType } from "@shotkeeper/contract/counter";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import { Ago, useLocale, useSession } from "@shotkeeper/ui/app";
import {
  Battery,
  ChoiceTag,
  type Columns,
  type EntityFormSpec,
  ListScreen,
  Signal,
} from "@shotkeeper/ui/screen";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { MoldLink } from "../links.tsx";
import { counterLogPath } from "../paths.ts";
import { approvalTones, counterStateTones } from "../tones.ts";
import { SecretDialog } from "./SecretDialog.tsx";

const columns: Columns<typeof counterList> = [
  { name: "writerId", pin: "left", width: 132 },
  { name: "chipCode", width: 168 },
  {
    name: "state",
    width: 96,
    cell: (row) => <ChoiceTag of={counterState} value={row.state} tones={counterStateTones} />,
  },
  { name: "moldNo", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  "plantName",
  "countTimes",
  { name: "battery", width: 92, cell: (row) => <Battery percent={row.battery} /> },
  { name: "rssi", width: 116, cell: (row) => <Signal dbm={row.rssi} /> },
  { name: "lastReportAt", width: 112, cell: (row) => <Ago at={row.lastReportAt} /> },
  { name: "type", width: 80 },
  "isValid",
  "expiresOn",
  {
    name: "approval",
    width: 96,
    cell: (row) => <ChoiceTag of={counterChangeStat} value={row.approval} tones={approvalTones} />,
  },
  { name: "hasSecret", width: 88 },
  "firmware",
];

type CounterField = keyof (typeof counter)["fields"] & string;

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
      once: ["chipCode"],
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

export default function CounterScreen() {
  const { counter: t } = useLocale();
  const { can } = useSession();
  const navigate = useNavigate();
  const form = useCounterForm();
  const [secretOf, setSecretOf] = useState<string>();
  return (
    <>
      <ListScreen
        query={counterList}
        entity={counter}
        columns={columns}
        form={form}
        search={["writerId", "chipCode", "moldNo", "plantName"]}
        live={["reading"]}
        actions={(row) => [
          ...(can("CT102", "Q")
            ? [{ key: "log", label: t.log, run: () => navigate(counterLogPath(row.writerId)) }]
            : []),
          ...(can("CT101", "M")
            ? [{ key: "secret", label: t.secret.action, run: () => setSecretOf(row.writerId) }]
            : []),
        ]}
        details={(row) => ({ battery: <Battery percent={row.battery} />, rssi: <Signal dbm={row.rssi} /> })}
        emptyHint={t.emptyHint}
      />
      {secretOf && <SecretDialog writerId={secretOf} onClose={() => setSecretOf(undefined)} />}
    </>
  );
}
