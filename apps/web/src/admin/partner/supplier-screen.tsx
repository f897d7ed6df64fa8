import { importSuppliers, supplierBinding, supplierBindingList } from "@shotkeeper/contract/partner";
import { useLocale } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import { ListScreen } from "@shotkeeper/ui/list";
import { OemInput, PlantInput } from "../pickers.tsx";

const columns: Columns<typeof supplierBindingList> = [
  { name: "oemName", pin: "left", width: 200 },
  { name: "plantName", width: 220 },
  { name: "since", width: 120 },
  { name: "contact", width: 104 },
  { name: "phone", width: 136 },
  { name: "remark", width: 220 },
];

export default function SupplierScreen() {
  const { partner: t } = useLocale();
  return (
    <ListScreen
      query={supplierBindingList}
      entity={supplierBinding}
      columns={columns}
      form={{
        sections: [{ fields: ["oemId", "plantId", "since", "contact", "phone", "remark"] }],
        inputs: { oemId: OemInput, plantId: PlantInput },
      }}
      search={["oemName", "plantName", "contact"]}
      importing={{ command: importSuppliers }}
      emptyHint={t.plantHint}
    />
  );
}
