import { device, deviceList, deviceState, importDevices } from "@shotkeeper/contract/device";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns } from "@shotkeeper/ui/cells";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { ListScreen } from "@shotkeeper/ui/list";
import { useState } from "react";
import { MoldLink } from "../links.tsx";
import { PlantInput } from "../pickers.tsx";
import { deviceStateTones } from "../tones.ts";
import { DeviceDay } from "./device-day.tsx";

type DeviceRow = QueryRow<typeof deviceList>;

const columns: Columns<typeof deviceList> = [
  { name: "deviceId", pin: "left", width: 120 },
  { name: "deviceName", onCard: true, width: 168 },
  { name: "pressTonnage", width: 104 },
  {
    name: "deviceState",
    width: 112,
    cell: (row) => <ChoiceTag of={deviceState} value={row.deviceState} tones={deviceStateTones} />,
  },
  { name: "moldNo", onCard: true, width: 136, cell: (row) => <MoldLink no={row.moldNo} /> },
  { name: "shotsToday", width: 112 },
  { name: "mountedAt", width: 160 },
  { name: "dutyMan", width: 104 },
  { name: "plantName", width: 208 },
  { name: "moldName", width: 200 },
];

const form: EntityFormSpec<keyof (typeof device)["fields"] & string> = {
  sections: [
    { fields: ["deviceId", "deviceName", "pressTonnage", "dutyMan", "plantId", "deviceState", "remark"] },
  ],
  inputs: { plantId: PlantInput },
  initial: { deviceState: deviceState.values.inService },
};

export default function DeviceScreen() {
  const { device: t } = useLocale();
  const [dayOf, setDayOf] = useState<DeviceRow>();
  return (
    <>
      <ListScreen
        query={deviceList}
        entity={device}
        columns={columns}
        form={form}
        search={["deviceId", "deviceName", "dutyMan", "plantName", "moldNo"]}
        live={["reading", "board"]}
        actions={(row) => [{ key: "day", label: t.day.action, run: () => setDayOf(row) }]}
        details={(row) => ({
          deviceState: <ChoiceTag of={deviceState} value={row.deviceState} tones={deviceStateTones} />,
        })}
        importing={{ command: importDevices }}
        emptyHint={t.emptyHint}
      />
      {dayOf && <DeviceDay device={dayOf} onClose={() => setDayOf(undefined)} />}
    </>
  );
}
