import { counterList, counterState } from "@shotkeeper/contract/counter";
import { deviceList } from "@shotkeeper/contract/device";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import type { Condition } from "@shotkeeper/contract/kernel";
import { maintenancePeople } from "@shotkeeper/contract/maintenance";
import { moldAge, moldList } from "@shotkeeper/contract/mold";
import { modificationCounts } from "@shotkeeper/contract/new-mold";
import { organizationChoices, orgType } from "@shotkeeper/contract/system";
import { warningPeople } from "@shotkeeper/contract/warning";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { ReferenceSelect, referenceInput } from "@shotkeeper/ui/form";
import { Select } from "antd";
import { useState } from "react";

// What fields of forms refer to. Each finds among any number of rows at the server.

const orgInput = (type: (typeof orgType.values)[keyof typeof orgType.values]) =>
  referenceInput({
    query: organizationChoices,
    value: "orgId",
    label: "orgName",
    where: [{ field: "type", operator: "EQ", value: type }],
  });
export const OemInput = orgInput(orgType.values.oem);
export const PlantInput = orgInput(orgType.values.plant);
export const MakerInput = orgInput(orgType.values.maker);

/** A host factory by its name: the shop knows it by that. */
export const OemNameInput = referenceInput({
  query: organizationChoices,
  value: "orgName",
  label: "orgId",
  valueFirst: true,
  where: [{ field: "type", operator: "EQ", value: orgType.values.oem }],
});

const withoutCounter: readonly Condition[] = [{ field: "counterNo", operator: "EQ", value: "" }];
const onNoMold: readonly Condition[] = [{ field: "moldNo", operator: "EQ", value: "" }];

/** Molds by their number. */
export const MoldInput = referenceInput({
  query: moldList,
  value: "moldNo",
  label: "moldName",
  valueFirst: true,
});

/** Several molds, kept as their numbers with commas between. */
export function MoldsInput({ id, value, onChange, disabled }: InputProps) {
  const { shell } = useLocale();
  const [typed, setTyped] = useState("");
  const found = useRows(moldList, {
    where: typed === "" ? [] : [{ field: "moldNo", operator: "LIKE", value: typed }],
    limit: 50,
  });
  const chosen = typeof value === "string" && value !== "" ? value.split(",") : [];
  return (
    <Select
      mode="multiple"
      {...(id === undefined ? {} : { id })}
      value={chosen}
      disabled={disabled ?? false}
      onChange={(next: readonly string[]) => onChange?.(next.length > 0 ? next.join(",") : undefined)}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={found.isFetching ? shell.loading : shell.common.noData}
      options={(found.data?.rows ?? []).map((m) => ({
        value: m.moldNo,
        label: m.moldName ? `${m.moldNo} · ${m.moldName}` : m.moldNo,
      }))}
    />
  );
}

/** Molds but for new ones: their trials stand under new-mold management. */
export const OldMoldInput = referenceInput({
  query: moldList,
  value: "moldNo",
  label: "moldName",
  valueFirst: true,
  where: [{ field: "moldAge", operator: "NEQ", value: moldAge.values.newMold }],
});

/** New molds: those that plans are for. */
export const NewMoldInput = referenceInput({
  query: moldList,
  value: "moldNo",
  label: "moldName",
  valueFirst: true,
  where: [{ field: "moldAge", operator: "EQ", value: moldAge.values.newMold }],
});

/** New molds that have a plan. */
export const PlannedMoldInput = referenceInput({
  query: modificationCounts,
  value: "moldNo",
  label: "moldName",
  valueFirst: true,
});

/** Injection machines by their number. */
export const DeviceInput = referenceInput({
  query: deviceList,
  value: "deviceId",
  label: "deviceName",
  valueFirst: true,
});

/** Molds; one that has a counter says which and cannot be chosen. */
export function FreeMoldInput(p: InputProps) {
  const { mold } = useLocale();
  return (
    <ReferenceSelect
      {...p}
      spec={{
        query: moldList,
        value: "moldNo",
        label: "moldName",
        valueFirst: true,
        offered: withoutCounter,
        refused: (row) => (row.counterNo ? mold.binding.boundTo(row.counterNo) : undefined),
      }}
    />
  );
}

const working: readonly Condition[] = [
  { field: "state", operator: "NEQ", value: counterState.values.retired },
  { field: "approval", operator: "EQ", value: counterChangeStat.values.passed },
];

/** Counters; one that is on a mold says on which and cannot be chosen. */
export function FreeCounterInput(p: InputProps) {
  const { mold } = useLocale();
  return (
    <ReferenceSelect
      {...p}
      spec={{
        query: counterList,
        value: "writerId",
        label: "chipCode",
        valueFirst: true,
        where: working,
        offered: onNoMold,
        refused: (row) => (row.moldNo ? mold.binding.boundTo(row.moldNo) : undefined),
      }}
    />
  );
}

export const CounterInput = referenceInput({
  query: counterList,
  value: "writerId",
  label: "moldNo",
  valueFirst: true,
});

/** People who may look after a warning. */
export const PersonInput = referenceInput({ query: warningPeople, value: "userId", label: "userName" });

/** People who may be put in charge of maintenance and of what inspections find. */
export const UpkeepPersonInput = referenceInput({
  query: maintenancePeople,
  value: "userId",
  label: "userName",
});
