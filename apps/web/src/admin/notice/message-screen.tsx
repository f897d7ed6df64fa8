import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import { noticeWords } from "@shotkeeper/contract/notice";
import { myNotices, notice, readNotices } from "@shotkeeper/contract/system";
import { warningLevel } from "@shotkeeper/contract/warning";
import { Ago, useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { useInvalidateData, useRemove } from "@shotkeeper/ui/data";
import { QueryGrid, type RowAction, RowActions } from "@shotkeeper/ui/list";
import { Button, Segmented } from "antd";
import { useMemo, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { warningLevelTones } from "../tones.ts";
import { MessageDrawer } from "./message-drawer.tsx";
import "./notice.css";

type Message = QueryRow<typeof myNotices>;

const newestFirst = [{ field: "eventAt", direction: "desc" }] as const;
const conditions: Readonly<Record<"all" | "unread", readonly Condition[]>> = {
  all: [],
  unread: [{ field: "isRead", operator: "EQ", value: false }],
};
const noRows: ReadonlyMap<string, Message> = new Map();

function useColumns(): Columns<typeof myNotices> {
  const { code, notice: t } = useLocale();
  return useMemo(
    (): Columns<typeof myNotices> => [
      {
        name: "title",
        width: 320,
        cell: (row) => (
          <span className="sk-message-title" data-unread={!row.isRead || undefined}>
            {!row.isRead && <i title={t.centre.isUnread} />}
            {noticeWords(row, code).title}
          </span>
        ),
      },
      {
        name: "level",
        width: 104,
        cell: (row) => <ChoiceTag of={warningLevel} value={row.level} tones={warningLevelTones} />,
      },
      { name: "noticeType", width: 152 },
      { name: "eventAt", width: 128, cell: (row) => <Ago at={row.eventAt} /> },
      { name: "body", width: 400, cell: (row) => noticeWords(row, code).body.replaceAll("\n", " · ") },
      { name: "readAt", width: 160 },
    ],
    [code, t],
  );
}

export default function MessageScreen() {
  const locale = useLocale();
  const { shell, notice: texts } = locale;
  const t = texts.centre;
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const navigate = useNavigate();
  const columns = useColumns();
  const [params, setParams] = useSearchParams();
  const shown = params.get("state") === "unread" ? "unread" : "all";
  const [selection, setSelection] = useState(noRows);
  const [open, setOpen] = useState<Message>();
  const remove = useRemove(notice, shell.prompts.removeMessage);

  const read = async (rows?: readonly Message[]) => {
    const noticeIds = rows?.filter((r) => !r.isRead).map((r) => r.noticeId ?? 0);
    if (noticeIds?.length === 0) return;
    await act(() => client.run(readNotices, noticeIds ? { noticeIds } : {}));
    setSelection(noRows);
    invalidate();
  };
  const show = (row: Message) => {
    setOpen(row);
    void read([row]);
  };
  const go = (row: Message) => {
    void read([row]);
    if (row.linkPath) navigate(row.linkPath);
  };
  const actions = (row: Message): RowAction[] => [
    { key: "open", label: t.open, run: () => show(row) },
    ...(row.linkPath ? [{ key: "go", label: t.go, run: () => go(row) }] : []),
    { key: "remove", label: shell.common.remove, danger: true, run: () => remove([row]) },
  ];
  const chosen = [...selection.values()];
  return (
    <div className="sk-list">
      <QueryGrid
        key={shown}
        query={myNotices}
        columns={columns}
        fixed={conditions[shown]}
        sort={newestFirst}
        search={["title"]}
        live={["notice"]}
        onOpen={show}
        selection={selection}
        onSelectionChange={setSelection}
        toolbar={
          <>
            <Segmented<typeof shown>
              value={shown}
              onChange={(state) => {
                setSelection(noRows);
                setParams(state === "all" ? {} : { state }, { replace: true });
              }}
              options={[
                { value: "all", label: t.all },
                { value: "unread", label: t.unread },
              ]}
            />
            <Button onClick={() => void read()}>{t.allRead}</Button>
            {chosen.length > 0 && (
              <>
                <Button disabled={chosen.every((r) => r.isRead)} onClick={() => void read(chosen)}>
                  {t.read}
                </Button>
                <Button danger onClick={() => remove(chosen, () => setSelection(noRows))}>
                  {shell.common.remove}
                </Button>
              </>
            )}
          </>
        }
        rowActions={(row) => <RowActions actions={actions(row)} />}
        actionsWidth={locale.code === "en" ? 176 : 168}
        empty={<EmptyHint title={shown === "unread" ? t.emptyUnread : t.empty} hint={t.emptyHint} />}
      />
      {open && <MessageDrawer row={open} onGo={() => go(open)} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
