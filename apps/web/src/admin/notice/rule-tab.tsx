import { codes } from "@shotkeeper/contract/kernel";
import { noticeRule, noticeRuleList, noticeStyle, testNotice } from "@shotkeeper/contract/notice";
import { ToneTag, useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { ListScreen, type RowAction } from "@shotkeeper/ui/list";
import { type ReactNode, useMemo, useState } from "react";
import { NoticeSecretDialog } from "./notice-secret-dialog.tsx";
import { Cycle, Failures, Receivers, type Rule, Styles, useNames } from "./rule-cells.tsx";
import { useRuleForm } from "./rule-form.ts";

const byType = [{ field: "noticeType", direction: "asc" }] as const;

function useColumns(): Columns<typeof noticeRuleList> {
  const { notice: t } = useLocale();
  return useMemo(
    (): Columns<typeof noticeRuleList> => [
      { name: "noticeType", pin: "left", width: 200 },
      { name: "ruleName", width: 168 },
      {
        name: "isOn",
        width: 96,
        cell: (row) => (
          <ToneTag tone={row.isOn ? "good" : "neutral"}>{row.isOn ? t.states.on : t.states.off}</ToneTag>
        ),
      },
      { name: "noticeStyle", width: 224, cell: (row) => <Styles row={row} /> },
      { name: "pushCycle", width: 168, cell: (row) => <Cycle row={row} /> },
      { name: "audience", width: 232, cell: (row) => <Receivers row={row} /> },
      { name: "leastLevel", width: 104 },
      { name: "templateName", width: 160 },
      { name: "sentCount", width: 128 },
      { name: "failedCount", width: 128, cell: (row) => <Failures row={row} /> },
      { name: "ruleId", width: 184 },
      { name: "updatedBy", width: 104 },
      "updatedDate",
    ],
    [t],
  );
}

/** Tab with the notice rules. A rule says which users are notified of which event, by which channel and when. */
export function RuleTab({ head }: { readonly head: ReactNode }) {
  const locale = useLocale();
  const { notice: t, shell, code } = locale;
  const { mayWrite } = useSession();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const columns = useColumns();
  const form = useRuleForm();
  const [open, setOpen] = useState<{ readonly kind: "test" | "secret"; readonly row: Rule }>();

  const toggle = async (row: Rule) => {
    const change = { ruleId: row.ruleId, isOn: !row.isOn, updatedDate: row.updatedDate };
    await act(() => client.update(noticeRule, [change]), locale.errors.updated);
    invalidate();
  };
  const actions = (row: Rule): RowAction[] =>
    mayWrite(noticeRule, "M")
      ? [
          { key: "toggle", label: row.isOn ? t.switchOff : t.switchOn, run: () => void toggle(row) },
          { key: "test", label: t.test.action, rare: true, run: () => setOpen({ kind: "test", row }) },
          ...(row.noticeStyle?.includes(noticeStyle.values.webhook)
            ? [
                {
                  key: "secret",
                  label: t.secret.action,
                  rare: true,
                  run: () => setOpen({ kind: "secret", row }),
                },
              ]
            : []),
        ]
      : [];
  const list = (values: readonly string[] | null) => values?.join(shell.common.listJoiner) || undefined;
  const namesOf = useNames();
  return (
    <>
      <ListScreen
        query={noticeRuleList}
        entity={noticeRule}
        columns={columns}
        form={form}
        search={["ruleName", "ruleId"]}
        sort={byType}
        live={["notice"]}
        toolbar={head}
        actions={actions}
        actionsWidth={code === "en" ? 176 : 152}
        details={(row) => ({
          noticeStyle: <Styles row={row} />,
          toRoles: list(namesOf("role", row.toRoles)),
          toUsers: list(namesOf("user", row.toUsers)),
          toOrgs: list(namesOf("org", row.toOrgs)),
          toMails: list(row.toMails),
        })}
        emptyHint={t.rulesEmpty}
      />
      {open?.kind === "test" && (
        <CommandDialog
          command={testNotice}
          title={t.test.title(open.row.ruleName)}
          lead={t.test.lead}
          preset={{ ruleId: open.row.ruleId }}
          initial={{ style: (open.row.noticeStyle?.[0] ?? "bell") as keyof typeof noticeStyle.values }}
          hints={{ mail: t.test.mailHint }}
          okText={t.test.action}
          successText={({ code: success, receiver }) =>
            success === codes.mailSent ? `${locale.errors.mailSent} · ${receiver}` : t.test.sent(receiver)
          }
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.kind === "secret" && (
        <NoticeSecretDialog ruleId={open.row.ruleId} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
