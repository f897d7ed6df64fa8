import { noticeTemplate, noticeTemplateList } from "@shotkeeper/contract/notice";
import { useLocale } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { ListScreen } from "@shotkeeper/ui/list";
import { type ReactNode, useMemo } from "react";
import { BodyCnInput, BodyEnInput, BodyTwInput } from "./template-inputs.tsx";

const columns: Columns<typeof noticeTemplateList> = [
  { name: "templateName", pin: "left", width: 184 },
  { name: "noticeGroup", width: 128 },
  { name: "subjectCn", width: 280 },
  { name: "bodyCn", width: 320 },
  { name: "ruleCount", width: 128 },
  { name: "templateId", width: 144 },
  { name: "updatedBy", width: 104 },
  "updatedDate",
];

type TemplateField = keyof (typeof noticeTemplate)["fields"] & string;

export function TemplateTab({ head }: { readonly head: ReactNode }) {
  const t = useLocale().notice.template;
  const form = useMemo(
    (): EntityFormSpec<TemplateField> => ({
      sections: [
        { title: t.sections.template, fields: ["templateId", "templateName", "noticeGroup"] },
        { title: t.sections.cn, fields: ["subjectCn", "bodyCn"] },
        { title: t.sections.tw, fields: ["subjectTw", "bodyTw"] },
        { title: t.sections.en, fields: ["subjectEn", "bodyEn"] },
      ],
      inputs: { bodyCn: BodyCnInput, bodyTw: BodyTwInput, bodyEn: BodyEnInput },
      hints: { noticeGroup: t.group, subjectTw: t.fallback, subjectEn: t.fallback },
    }),
    [t],
  );
  const prose = (text: string | null) => text && <span className="sk-prose">{text}</span>;
  return (
    <ListScreen
      query={noticeTemplateList}
      entity={noticeTemplate}
      columns={columns}
      form={form}
      search={["templateName", "templateId", "subjectCn"]}
      toolbar={head}
      details={(row) => ({ bodyCn: prose(row.bodyCn), bodyTw: prose(row.bodyTw), bodyEn: prose(row.bodyEn) })}
      emptyHint={t.empty}
    />
  );
}
