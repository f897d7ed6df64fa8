import { counterList, counterState } from "@shotkeeper/contract/counter";
import { customerList } from "@shotkeeper/contract/customer";
import { deviceList } from "@shotkeeper/contract/device";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import type { Condition } from "@shotkeeper/contract/kernel";
import { maintenancePeople } from "@shotkeeper/contract/maintenance";
import { menus } from "@shotkeeper/contract/menus";
import { moldAge, moldList } from "@shotkeeper/contract/mold";
import { modificationCounts } from "@shotkeeper/contract/new-mold";
import { partnerChoices } from "@shotkeeper/contract/partner";
import { organizationChoices, orgType } from "@shotkeeper/contract/system";
import { warningPeople } from "@shotkeeper/contract/warning";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { CutList, referenceInput } from "@shotkeeper/ui/form";
import { Form, Input, Select } from "antd";
import { type ComponentType, useMemo, useState } from "react";
import { ScanSelect } from "./scan/scan-select.tsx";

// This file has the inputs that choose a row of another table, for example a mold. The server does the search, so that
// the inputs work with any number of rows.

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

const partnerInput = (type: (typeof orgType.values)["plant" | "maker"], oemId: string) =>
  referenceInput({
    query: partnerChoices,
    value: "orgId",
    label: "orgName",
    where: [
      { field: "oemId", operator: "EQ", value: oemId },
      { field: "type", operator: "EQ", value: type },
    ],
  });
/** Creates an input that offers only the plants that are partners of the OEM. The server refuses all other plants. */
export const plantOf = (oemId: string) => partnerInput(orgType.values.plant, oemId);
/** Creates an input that offers only the makers that are partners of the OEM. The server refuses all other makers. */
export const makerOf = (oemId: string) => partnerInput(orgType.values.maker, oemId);

/** Creates an input that offers the partners (plants or makers) of the OEM in the field `oemId`. No OEM: offers all. */
function inputOfForm(inputOf: (oemId: string) => ComponentType<InputProps>, All: ComponentType<InputProps>) {
  return function PartnerInput(props: InputProps) {
    const oemId: unknown = Form.useWatch("oemId", Form.useFormInstance());
    const Input = useMemo(() => (typeof oemId === "string" ? inputOf(oemId) : All), [oemId]);
    return <Input {...props} />;
  };
}
export const MoldPlantInput = inputOfForm(plantOf, PlantInput);
export const MoldMakerInput = inputOfForm(makerOf, MakerInput);

/**
 * Input for a host factory (the OEM for which a counter is bought). Its value is the factory's name, because the shop's
 * tables store names and not ids.
 */
export const OemNameInput = referenceInput({
  query: organizationChoices,
  value: "orgName",
  label: "orgId",
  valueFirst: true,
  where: [{ field: "type", operator: "EQ", value: orgType.values.oem }],
});

/** Input for a customer of the shop. The value is the customer's number. */
const CustomerInput = referenceInput({
  query: customerList,
  value: "custId",
  label: "custName",
  valueFirst: true,
});

/** Input for the customer of a mold. The input is read-only for users who may not list the customers. */
export function MoldCustomerInput(props: InputProps) {
  const { can } = useSession();
  if (can(menus.customer, "Q")) return <CustomerInput {...props} />;
  return (
    <Input {...(props.id === undefined ? {} : { id: props.id })} value={String(props.value ?? "")} disabled />
  );
}

const withoutCounter: readonly Condition[] = [{ field: "counterNo", operator: "EQ", value: "" }];
const onNoMold: readonly Condition[] = [{ field: "moldNo", operator: "EQ", value: "" }];

/** Input for a mold. The value is the mold's number. */
export const MoldInput = referenceInput({
  query: moldList,
  value: "moldNo",
  label: "moldName",
  valueFirst: true,
});

/** Input for several molds. The value is a string of mold numbers, separated by commas. */
export function MoldsInput({ id, value, onChange, disabled }: InputProps) {
  const { shell, screen } = useLocale();
  const limit = 50;
  const [typed, setTyped] = useState("");
  const found = useRows(moldList, {
    where: typed === "" ? [] : [{ field: "moldNo", operator: "LIKE", value: typed }],
    limit,
  });
  const isCut = found.data !== undefined && found.data.total > limit;
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
      popupRender={(list) =>
        isCut ? <CutList list={list} text={screen.form.onlyFirst(String(limit))} /> : list
      }
      options={(found.data?.rows ?? []).map((m) => ({
        value: m.moldNo,
        label: m.moldName ? `${m.moldNo} · ${m.moldName}` : m.moldNo,
      }))}
    />
  );
}

/** Input of the trial form for a mold that is not new. Trials of new molds are entered in new-mold management. */
export const OldMoldInput = referenceInput({
  query: moldList,
  value: "moldNo",
  label: "moldName",
  valueFirst: true,
  where: [{ field: "moldAge", operator: "NEQ", value: moldAge.values.newMold }],
});

/** Input for a new mold, for example to add a plan. Molds that are not new cannot have a new-mold plan. */
export const NewMoldInput = referenceInput({
  query: moldList,
  value: "moldNo",
  label: "moldName",
  valueFirst: true,
  where: [{ field: "moldAge", operator: "EQ", value: moldAge.values.newMold }],
});

/** Input for a new mold that already has a plan. */
export const PlannedMoldInput = referenceInput({
  query: modificationCounts,
  value: "moldNo",
  label: "moldName",
  valueFirst: true,
});

/** Input for an injection machine. The value is the machine's number. */
export const DeviceInput = referenceInput({
  query: deviceList,
  value: "deviceId",
  label: "deviceName",
  valueFirst: true,
});

/**
 * Input for a mold without a counter, chosen or scanned. Molds with a counter are disabled, and their options name the
 * counter.
 */
export function FreeMoldInput(p: InputProps) {
  const { mold } = useLocale();
  return (
    <ScanSelect
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

/**
 * Input to choose or scan a counter that is not bound. Bound counters are disabled, and their options name the mold.
 */
export function FreeCounterInput(p: InputProps) {
  const { mold } = useLocale();
  return (
    <ScanSelect
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

/** Input for a user to whom a warning can be assigned. */
export const PersonInput = referenceInput({ query: warningPeople, value: "userId", label: "userName" });

/** Input for a user to whom maintenance tasks and inspection issues can be assigned. */
export const UpkeepPersonInput = referenceInput({
  query: maintenancePeople,
  value: "userId",
  label: "userName",
});
