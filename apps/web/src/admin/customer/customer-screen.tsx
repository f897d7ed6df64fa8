import { customer, customerList, importCustomers } from "@shotkeeper/contract/customer";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { createShopUser, customerOem, linkCustomerTenant } from "@shotkeeper/contract/shop";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { ListScreen } from "@shotkeeper/ui/list";
import { Input } from "antd";
import { useMemo, useState } from "react";
import { OemNameInput } from "../pickers.tsx";
import { OemDialog } from "./oem-dialog.tsx";
import { PeopleDialog } from "./people-dialog.tsx";

const columns: Columns<typeof customerList> = [
  { name: "custId", pin: "left", width: 112 },
  { name: "custName", width: 200 },
  { name: "contact", width: 88 },
  { name: "phone", width: 120 },
  { name: "city", width: 88 },
  { name: "defaultOem", width: 176 },
  { name: "statementDays", width: 96 },
  { name: "mail", width: 208 },
  { name: "province", width: 88 },
  { name: "address", width: 208 },
  { name: "taxpayerId", width: 176 },
  { name: "tenantCode", width: 120 },
  { name: "approvalAbove", width: 140 },
];

type CustomerField = keyof (typeof customer)["fields"] & string;

function useCustomerForm(): EntityFormSpec<CustomerField> {
  const { customer: t } = useLocale();
  return useMemo(() => {
    const s = t.sections;
    return {
      sections: [
        {
          title: s.identity,
          fields: ["custId", "custName", "contact", "phone", "fixedPhone", "mail", "remark"],
        },
        {
          title: s.place,
          fields: ["province", "city", "district", "address", "consignee", "consigneePhone"],
        },
        {
          title: s.invoice,
          fields: ["invoiceTitle", "taxpayerId", "invoiceAddress", "bankName", "bankAccount"],
        },
        { title: s.terms, fields: ["defaultOem", "statementDays"] },
      ],
      inputs: { defaultOem: OemNameInput },
      hints: t.hints,
    };
  }, [t]);
}

function NewPasswordInput(p: { readonly value?: unknown; readonly onChange?: (v: unknown) => void }) {
  return (
    <Input.Password
      {...p}
      value={String(p.value ?? "")}
      autoComplete="new-password"
      onChange={(e) => p.onChange?.(e.target.value)}
    />
  );
}

NewPasswordInput.asks = "enter" as const;

export default function CustomerScreen() {
  const { customer: t, company } = useLocale();
  const [peopleOf, setPeopleOf] = useState<QueryRow<typeof customerList>>();
  const { allows, mayWrite } = useSession();
  const [loginFor, setLoginFor] = useState<QueryRow<typeof customerList>>();
  const [oemsOf, setOemsOf] = useState<QueryRow<typeof customerList>>();
  const [linked, setLinked] = useState<QueryRow<typeof customerList>>();
  const form = useCustomerForm();
  const mayAdd = allows(createShopUser.access);
  return (
    <>
      <ListScreen
        query={customerList}
        entity={customer}
        columns={columns}
        form={form}
        search={["custId", "custName", "contact", "phone"]}
        importing={{ command: importCustomers }}
        emptyHint={t.emptyHint}
        actions={(row) => [
          ...(mayWrite(customerOem, "A")
            ? [{ key: "oems", label: t.oems.action, rare: true, run: () => setOemsOf(row) } as const]
            : []),
          ...(mayAdd
            ? [{ key: "login", label: t.login.action, rare: true, run: () => setLoginFor(row) } as const]
            : []),
          { key: "people", label: company.title, rare: true, run: () => setPeopleOf(row) } as const,
          ...(allows(linkCustomerTenant.access)
            ? [{ key: "link", label: t.link.action, rare: true, run: () => setLinked(row) } as const]
            : []),
        ]}
      />
      {oemsOf && <OemDialog customer={oemsOf} onClose={() => setOemsOf(undefined)} />}
      {peopleOf && <PeopleDialog customer={peopleOf} onClose={() => setPeopleOf(undefined)} />}
      {linked && (
        <CommandDialog
          command={linkCustomerTenant}
          title={t.link.title(linked.custName)}
          lead={t.link.lead}
          preset={{ custId: linked.custId }}
          initial={{ tenantCode: linked.tenantCode }}
          successText={() => t.link.done}
          onClose={() => setLinked(undefined)}
        />
      )}
      {loginFor && (
        <CommandDialog
          command={createShopUser}
          title={t.login.title(loginFor.custName)}
          lead={t.login.lead}
          preset={{ custId: loginFor.custId }}
          initial={{ userName: loginFor.contact ?? "" }}
          inputs={{ newPassword: NewPasswordInput }}
          successText={({ userId }) => t.login.created(userId)}
          onClose={() => setLoginFor(undefined)}
        />
      )}
    </>
  );
}
