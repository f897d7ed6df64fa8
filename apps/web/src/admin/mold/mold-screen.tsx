import { QrcodeOutlined } from "@ant-design/icons";
import { importMolds, mold, moldList } from "@shotkeeper/contract/mold";
import { Ago, StateTag, useLocale } from "@shotkeeper/ui/app";
import { Battery, type Columns, Count, UsedBar } from "@shotkeeper/ui/cells";
import { ListScreen } from "@shotkeeper/ui/list";
import { Button } from "antd";
import { useNavigate } from "react-router";
import { CounterLink, MoldLink } from "../links.tsx";
import { moldImportNames } from "../mold-import-names.ts";
import { labelPath, moldPath } from "../paths.ts";
import { useMoldDocuments } from "./mold-documents.tsx";
import { useMoldForm } from "./mold-form.ts";

const columns: Columns<typeof moldList> = [
  { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  { name: "moldName", width: 164 },
  { name: "liveState", width: 140, cell: (row) => <StateTag state={row.liveState} /> },
  { name: "countTimes", width: 96 },
  { name: "lifeUsed", width: 132, cell: (row) => <UsedBar percent={row.lifeUsed} /> },
  { name: "plantName", width: 128 },
  { name: "oemName", width: 104 },
  { name: "projectName", width: 104 },
  { name: "standardCycle", width: 96 },
  { name: "counterNo", cell: (row) => <CounterLink no={row.counterNo} /> },
  { name: "battery", width: 92, cell: (row) => <Battery percent={row.battery} /> },
  { name: "lastReportAt", width: 112, cell: (row) => <Ago at={row.lastReportAt} /> },
  { name: "openWarnings", width: 88, cell: (row) => <Count value={row.openWarnings} tone="bad" /> },
  { name: "cavities", width: 80 },
  "productWeight",
  "makerName",
];

export default function MoldScreen() {
  const documents = useMoldDocuments();
  const { mold: t } = useLocale();
  const navigate = useNavigate();
  const form = useMoldForm();
  return (
    <>
      <ListScreen
        query={moldList}
        entity={mold}
        columns={columns}
        form={form}
        search={["moldNo", "moldName", "projectName", "productNo", "plantName"]}
        live={["reading", "board"]}
        onOpen={(row) => navigate(moldPath(row.moldNo))}
        importing={{ command: importMolds, names: moldImportNames }}
        toolbar={
          <Button icon={<QrcodeOutlined />} onClick={() => navigate(labelPath())}>
            {t.labels.action}
          </Button>
        }
        details={(row) => ({
          liveState: <StateTag state={row.liveState} />,
          lifeUsed: <UsedBar percent={row.lifeUsed} />,
          battery: <Battery percent={row.battery} />,
        })}
        actions={(row) => [
          {
            key: "label",
            label: t.labels.action,
            rare: true,
            run: () => navigate(labelPath(row.moldNo)),
          },
          ...documents.actions(row),
        ]}
        emptyHint={t.emptyHint}
      />
      {documents.dialog}
    </>
  );
}
