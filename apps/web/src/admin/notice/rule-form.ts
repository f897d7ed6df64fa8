import {
  language,
  noticeAudience,
  noticeDevice,
  type noticeRule,
  noticeStyle,
  pushCycle,
} from "@shotkeeper/contract/notice";
import { warningLevel } from "@shotkeeper/contract/warning";
import { useLocale } from "@shotkeeper/ui/app";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { useMemo } from "react";
import {
  MailsInput,
  OrgsInput,
  PushTimeInput,
  RolesInput,
  StylesInput,
  TemplateInput,
  TypeInput,
  UsersInput,
  WebhookInput,
} from "./rule-inputs.tsx";

type RuleField = keyof (typeof noticeRule)["fields"] & string;

export function useRuleForm(): EntityFormSpec<RuleField> {
  const t = useLocale().notice;
  return useMemo(
    () => ({
      sections: [
        {
          title: t.sections.what,
          fields: ["ruleId", "ruleName", "noticeType", "leastLevel", "upTime", "isOn"],
        },
        {
          title: t.sections.how,
          fields: [
            "noticeStyle",
            "pushCycle",
            "pushTime",
            "templateId",
            "language",
            "linkPath",
            "devType",
            "webhookUrl",
          ],
        },
        {
          title: t.sections.whom,
          fields: ["audience", "toRoles", "toUsers", "toOrgs", "toMails"],
        },
      ],
      inputs: {
        noticeType: TypeInput,
        noticeStyle: StylesInput,
        pushTime: PushTimeInput,
        templateId: TemplateInput,
        toRoles: RolesInput,
        toUsers: UsersInput,
        toOrgs: OrgsInput,
        toMails: MailsInput,
        webhookUrl: WebhookInput,
      },
      hints: t.hints,
      initial: {
        leastLevel: warningLevel.values.notice,
        isOn: true,
        noticeStyle: [noticeStyle.values.bell],
        pushCycle: pushCycle.values.atOnce,
        language: language.values.zhCN,
        audience: noticeAudience.values.everyone,
        devType: noticeDevice.values.all,
      },
    }),
    [t],
  );
}
