import { type Condition, codes, type QueryRow, splitMessage } from "@shotkeeper/contract/kernel";
import { noticeOutboxList, refuseResend, sendNoticesAgain, sendState } from "@shotkeeper/contract/notice";
import { missing, textOf, useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { refusalText, useInvalidateData } from "@shotkeeper/ui/data";
import { QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { Button, Segmented } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { sendStateTones } from "../tones.ts";

type OutboxMessage = QueryRow<typeof noticeOutboxList>;

const newestFirst = [{ field: "eventAt", direction: "desc" }] as const;
const noRows: ReadonlyMap<string, OutboxMessage> = new Map();
const shownStates = {
  all: [],
  failed: [{ field: "sendState", operator: "EQ", value: sendState.values.failed }],
  waiting: [
    { field: "sendState", operator: "IN", value: [sendState.values.waiting, sendState.values.sending] },
  ],
} as const satisfies Readonly<Record<string, readonly Condition[]>>;
type Shown = keyof typeof shownStates;

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

/** Tab with the log of all notices. Users can send failed notices again, and sent ones except those in the bell. */
export function OutboxTab({ head }: { readonly head: ReactNode }) {
  const locale = useLocale();
  const t = locale.notice.log;
  const { allows } = useSession();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const columns = useColumns();
  const [params, setParams] = useSearchParams();
  const requested = params.get("state");
  const shown: Shown = requested === "failed" || requested === "waiting" ? requested : "all";
  const [selection, setSelection] = useState(noRows);
  const mayAct = allows(sendNoticesAgain.access);
  const again = async (rows: readonly OutboxMessage[]) => {
    const outboxIds = rows.map((r) => r.outboxId ?? 0);
    const done = await act(() => client.run(sendNoticesAgain, { outboxIds }), t.queued(outboxIds.length));
    if (done) setSelection(noRows);
    invalidate();
  };
  const chosen = [...selection.values()].filter((r) => refuseResend(r) === undefined);
  return (
    <div className="sk-list">
      <QueryGrid
        key={shown}
        query={noticeOutboxList}
        columns={columns}
        fixed={shownStates[shown]}
        sort={newestFirst}
        search={["title", "receiver"]}
        live={["notice"]}
        selection={selection}
        onSelectionChange={mayAct ? setSelection : undefined}
        toolbar={
          <>
            {head}
            <Segmented<Shown>
              value={shown}
              onChange={(state) => {
                setSelection(noRows);
                setParams(state === "all" ? { tab: "log" } : { tab: "log", state }, { replace: true });
              }}
              options={[
                { value: "all", label: t.all },
                { value: "failed", label: t.failed },
                { value: "waiting", label: t.waiting },
              ]}
            />
            {selection.size > 0 && (
              <Button disabled={chosen.length === 0} onClick={() => void again(chosen)}>
                {t.againMany(chosen.length)}
              </Button>
            )}
          </>
        }
        rowActions={
          mayAct
            ? (row) => (
                <RowActions
                  actions={[
                    {
                      key: "again",
                      label: t.again,
                      refused: refusalText(refuseResend(row), locale),
                      run: () => void again([row]),
                    },
                  ]}
                />
              )
            : undefined
        }
        actionsWidth={112}
        empty={<EmptyHint title={t.empty} hint={t.emptyHint} />}
      />
    </div>
  );
}
