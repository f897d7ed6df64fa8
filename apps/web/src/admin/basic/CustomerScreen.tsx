import { customer, customerList } from "@shotkeeper/contract/basic";
import { useLocale } from "@shotkeeper/ui/app";
import { type Columns, type EntityFormSpec, ListScreen } from "@shotkeeper/ui/screen";
import { useMemo } from "react";
import { OemNameInput } from "../pickers.tsx";

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

export default function CustomerScreen() {
  const { customer: t } = useLocale();
  const form = useCustomerForm();
  return (
    <ListScreen
      query={customerList}
      entity={customer}
      columns={columns}
      form={form}
      search={["custId", "custName", "contact", "phone"]}
      emptyHint={t.emptyHint}
    />
  );
}
