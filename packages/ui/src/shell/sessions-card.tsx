import type { CommandOutput } from "@shotkeeper/contract/kernel";
import { endOtherSessions, endSession, mySessions, signInMethod } from "@shotkeeper/contract/system";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Card, Tag } from "antd";
import { useAction, useClient, useFormats, useLocale } from "../app/index.ts";
import { agentWords } from "../sign-in/index.ts";

type Row = CommandOutput<typeof mySessions>[number];

/**
 * Card of the profile with the sessions of the user. The user can end a single session, or all sessions except this
 * one.
 */
export function SessionsCard() {
  const { shell, enums } = useLocale();
  const t = shell.sessions;
  const client = useClient();
  const act = useAction();
  const f = useFormats();
  const { modal, message } = App.useApp();
  const { data, refetch } = useQuery({
    queryKey: ["my-sessions"],
    queryFn: ({ signal }) => client.run(mySessions, {}, signal),
  });
  if (!data) return null;
  const ask = (content: string, work: () => Promise<{ readonly count: number }>) =>
    void modal.confirm({
      title: shell.prompts.title,
      content,
      okText: t.end,
      onOk: async () => {
        const ended = await act(work);
        if (ended) void message.success(t.ended(String(ended.count)));
        await refetch();
      },
    });
  const deviceOf = (row: Row) => {
    const words = agentWords(row.agent);
    if (words) return t.deviceOn(words.browser, words.system);
    return row.devType === "PDA" ? t.handheld : t.unknownDevice;
  };
  const names = Object.entries(signInMethod.values) as [keyof typeof enums.signInMethod, string][];
  const methodOf = (row: Row) => {
    const name = names.find(([, value]) => value === row.method)?.[0];
    return name ? enums.signInMethod[name] : row.method;
  };
  return (
    <Card
      title={t.title}
      size="small"
      className="sk-security"
      extra={
        data.length > 1 && (
          <Button size="small" onClick={() => ask(t.endOthersPrompt, () => client.run(endOtherSessions, {}))}>
            {t.endOthers}
          </Button>
        )
      }
    >
      <ul className="sk-security-list" aria-label={t.title}>
        {data.map((row) => (
          <li key={row.sessionId} className="sk-security-row">
            <div>
              <span title={row.agent ?? undefined}>{deviceOf(row)}</span>{" "}
              {row.isCurrent && <Tag color="green">{t.current}</Tag>}
              <div className="sk-faint">
                {[
                  ...(row.address === null ? [] : [row.address]),
                  methodOf(row),
                  t.signedIn(f.dateTime(row.signedInAt)),
                  ...(row.isCurrent ? [] : [t.seen(f.dateTime(row.seenAt))]),
                ].join(" · ")}
              </div>
            </div>
            {!row.isCurrent && (
              <Button
                size="small"
                aria-label={`${t.end}: ${deviceOf(row)}`}
                onClick={() => ask(t.endPrompt, () => client.run(endSession, { sessionId: row.sessionId }))}
              >
                {t.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
