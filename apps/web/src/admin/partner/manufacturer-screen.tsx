import {
  importManufacturers,
  manufacturerBinding,
  manufacturerBindingList,
} from "@shotkeeper/contract/partner";
import { useLocale } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import { ListScreen } from "@shotkeeper/ui/list";
import { MakerInput, OemInput } from "../pickers.tsx";

const columns: Columns<typeof manufacturerBindingList> = [
  { name: "oemName", pin: "left", width: 200 },
  { name: "makerName", width: 220 },
  { name: "since", width: 120 },
  { name: "contact", width: 104 },
  { name: "phone", width: 136 },
  { name: "remark", width: 220 },
];

export default function ManufacturerScreen() {
  const { partner: t } = useLocale();
  return (
    <ListScreen
      query={manufacturerBindingList}
      entity={manufacturerBinding}
      columns={columns}
      form={{
        sections: [{ fields: ["oemId", "makerId", "since", "contact", "phone", "remark"] }],
        inputs: { oemId: OemInput, makerId: MakerInput },
      }}
      search={["oemName", "makerName", "contact"]}
      importing={{ command: importManufacturers }}
      emptyHint={t.makerHint}
    />
  );
}
