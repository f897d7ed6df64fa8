import { type Condition, type QueryRow, splitMessage } from "@shotkeeper/contract/kernel";
import { noticeOutboxList, refuseResend, sendNoticesAgain, sendState } from "@shotkeeper/contract/system";
import { missing, textOf, useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import {
  ChoiceTag,
  type Columns,
  EmptyHint,
  QueryGrid,
  RowActions,
  refusalText,
  useWritten,
} from "@shotkeeper/ui/screen";
import { Button, Segmented } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { sendStateTones } from "../tones.ts";

type Sending = QueryRow<typeof noticeOutboxList>;

const newestFirst = [{ field: "eventAt", direction: "desc" }] as const;
const noRows: ReadonlyMap<string, Sending> = new Map();
const shownStates = {
  all: [],
  failed: [{ field: "sendState", operator: "EQ", value: sendState.values.failed }],
  waiting: [
    { field: "sendState", operator: "IN", value: [sendState.values.waiting, sendState.values.sending] },
  ],
} as const satisfies Readonly<Record<string, readonly Condition[]>>;
type Shown = keyof typeof shownStates;

/** What became of it, and what stood in the way. */
function Outcome({ row }: { readonly row: Sending }) {
  const locale = useLocale();
  const t = locale.notice.log;
  if (!row.sendResult) return <span className="sk-faint">{missing}</span>;
  const { code, arg } = splitMessage(row.sendResult);
  if (code === "S0012") return t.delivered;
  const text = textOf(row.sendResult, locale);
  // S0040 has no place for a reason, and the reason is what helps.
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

/** What went where and when, what did not arrive, and the way to send it again. */
export function OutboxTab({ head }: { readonly head: ReactNode }) {
  const locale = useLocale();
  const t = locale.notice.log;
  const { can } = useSession();
  const client = useClient();
  const act = useAction();
  const written = useWritten();
  const columns = useColumns();
  const [params, setParams] = useSearchParams();
  const asked = params.get("state");
  const shown: Shown = asked === "failed" || asked === "waiting" ? asked : "all";
  const [selection, setSelection] = useState(noRows);
  const mayAct = can("SYS108", "M");
  const again = async (rows: readonly Sending[]) => {
    const outboxIds = rows.map((r) => r.outboxId ?? 0);
    const done = await act(() => client.run(sendNoticesAgain, { outboxIds }), t.queued(outboxIds.length));
    if (done) setSelection(noRows);
    written();
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
