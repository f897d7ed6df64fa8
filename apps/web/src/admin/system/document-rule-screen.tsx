import { serialBase } from "@shotkeeper/contract/enumerations";
import { dateTypes, type QueryRow } from "@shotkeeper/contract/kernel";
import { documentRule, documentRuleList } from "@shotkeeper/contract/system";
import { missing, useLocale } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { ListScreen } from "@shotkeeper/ui/list";
import { useMemo } from "react";
import { DateTypeInput, JoinerInput } from "./document-inputs.tsx";
import { samples, today } from "./document-sample.ts";
import "./system.css";

type RuleRow = QueryRow<typeof documentRuleList>;

const dateForm = (row: RuleRow): string => (row.useDate ? dateTypes[row.dateType - 1] : undefined) ?? missing;

/** Name of a document, with an example of its numbers. */
function NamedSample({ row }: { readonly row: RuleRow }) {
  const { system, shell } = useLocale();
  return (
    <span className="sk-named-sample">
      <span>{row.docName}</span>
      <small>
        {system.coding.preview + shell.common.colon}
        <code>{samples(row, today(), [1])[0]}</code>
      </small>
    </span>
  );
}

const columns: Columns<typeof documentRuleList> = [
  { name: "docId", pin: "left", width: 104 },
  { name: "docName", width: 300, cell: (row) => <NamedSample row={row} /> },
  { name: "prefix", width: 96 },
  {
    name: "dateType",
    width: 136,
    text: dateForm,
  },
  { name: "joiner", width: 112 },
  { name: "serialBase", width: 136 },
  { name: "serialDigits", width: 112 },
  { name: "updatedBy", width: 104 },
  "updatedDate",
];

type RuleField = keyof (typeof documentRule)["fields"] & string;

export default function DocumentRuleScreen() {
  const t = useLocale().system.coding;
  const form = useMemo(
    (): EntityFormSpec<RuleField> => ({
      sections: [
        { title: t.sections.document, fields: ["docId", "docName"] },
        {
          title: t.sections.number,
          fields: ["prefix", "useDate", "dateType", "serialBase", "serialDigits", "joiner"],
        },
      ],
      inputs: { dateType: DateTypeInput, joiner: JoinerInput },
      hints: t.hints,
      initial: { useDate: true, dateType: 2, serialBase: serialBase.values.decimal, serialDigits: 4 },
    }),
    [t],
  );
  return (
    <ListScreen
      query={documentRuleList}
      entity={documentRule}
      columns={columns}
      form={form}
      search={["docName", "docId", "prefix"]}
      details={(row) => ({ dateType: dateForm(row) })}
      emptyHint={t.emptyHint}
    />
  );
}
