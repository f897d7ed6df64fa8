import { type Condition, codes, type QueryRow, splitMessage } from "@shotkeeper/contract/kernel";
import { noticeOutboxList, refuseResend, sendNoticesAgain, sendState } from "@shotkeeper/contract/notice";
import { missing, textOf, useClient, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { type ReactNode, useMemo } from "react";
import { RepeatableList } from "../repeatable-list.tsx";
import { sendStateTones } from "../tones.ts";

type OutboxMessage = QueryRow<typeof noticeOutboxList>;

const newestFirst = [{ field: "eventAt", direction: "desc" }] as const;
const live = ["notice"] as const;
const shownStates = {
  all: [],
  failed: [{ field: "sendState", operator: "EQ", value: sendState.values.failed }],
  waiting: [
    { field: "sendState", operator: "IN", value: [sendState.values.waiting, sendState.values.sending] },
  ],
} as const satisfies Readonly<Record<string, readonly Condition[]>>;

/** Result of the delivery of a notice. A failure is shown with its reason. */
function Outcome({ row }: { readonly row: OutboxMessage }) {
  const locale = useLocale();
  const t = locale.notice.log;
  if (!row.sendResult) return <span className="sk-faint">{missing}</span>;
  const { code, arg } = splitMessage(row.sendResult);
  if (code === codes.done) return t.delivered;
  const text = textOf(row.sendResult, locale);
  // Appends the reason to a message whose text has no placeholder for it, such as the message S0040.
  const whole = arg && !text.includes(arg) ? t.reason(text, arg) : text;
  return <span title={whole}>{whole}</span>;
}

function useColumns(): Columns<typeof noticeOutboxList> {
  return useMemo(
    (): Columns<typeof noticeOutboxList> => [
      { name: "eventAt", pin: "left", width: 160 },
      {
        name: "sendState",
        width: 128,
        cell: (row) => <ChoiceTag of={sendState} value={row.sendState} tones={sendStateTones} />,
      },
      { name: "title", width: 240 },
      { name: "style", width: 104 },
      {
        name: "receiver",
        width: 208,
        cell: (row) => (row.receiverName ? `${row.receiverName} · ${row.receiver}` : row.receiver),
      },
      { name: "sendResult", width: 280, cell: (row) => <Outcome row={row} /> },
      { name: "sentAt", width: 160 },
      { name: "attempts", width: 104 },
      { name: "dueAt", width: 160 },
      { name: "noticeType", width: 144 },
      { name: "ruleName", width: 160 },
      { name: "body", width: 280, cell: (row) => <span className="sk-prose">{row.body}</span> },
    ],
    [],
  );
}

/** Tab with the log of all notices. Users can resend failed notices, and sent notices of all channels but the bell. */
export function OutboxTab({ head }: { readonly head: ReactNode }) {
  const t = useLocale().notice.log;
  const client = useClient();
  return (
    <RepeatableList
      query={noticeOutboxList}
      columns={useColumns()}
      sort={newestFirst}
      search={["title", "receiver"]}
      live={live}
      tab="log"
      sets={[
        { key: "all", label: t.all, where: shownStates.all },
        { key: "failed", label: t.failed, where: shownStates.failed },
        { key: "waiting", label: t.waiting, where: shownStates.waiting },
      ]}
      access={sendNoticesAgain.access}
      refuse={refuseResend}
      repeat={(rows) => client.run(sendNoticesAgain, { outboxIds: rows.map((r) => r.outboxId ?? 0) })}
      texts={t}
      actionsWidth={112}
      empty={<EmptyHint title={t.empty} hint={t.emptyHint} />}
      head={head}
    />
  );
}
