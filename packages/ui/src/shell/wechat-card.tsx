import { bindWeChat, unbindWeChat, weChatState } from "@shotkeeper/contract/system";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Card } from "antd";
import { useEffect, useRef } from "react";
import {
  consumeWeChatAnswer,
  openWeChat,
  useAction,
  useClient,
  useLocale,
  useSession,
} from "../app/index.ts";

/**
 * Shows whether the user's account is bound to WeChat. Binds or unbinds the account. Binding happens on WeChat's page,
 * which then redirects back.
 */
export function WeChatCard() {
  const { shell } = useLocale();
  const t = shell.weChat;
  const client = useClient();
  const act = useAction();
  const { user } = useSession();
  const { modal } = App.useApp();
  const { data, refetch } = useQuery({
    queryKey: ["wechat"],
    queryFn: ({ signal }) => client.run(weChatState, {}, signal),
  });
  const bind = useRef(async (code: string) => {
    await act(() => client.run(bindWeChat, { weChatCode: code }), t.bindDone);
    await refetch();
  });
  useEffect(() => {
    const answer = consumeWeChatAnswer("bind");
    if (answer) void bind.current(answer.code);
  }, []);
  const ask = () =>
    act(async () => {
      const page = await client.weChatPage();
      if (page) openWeChat(page, { purpose: "bind", tenantId: user.info.tenantCode, remember: false });
    });
  const unbind = () =>
    void modal.confirm({
      title: shell.prompts.title,
      content: t.unbindPrompt,
      onOk: async () => {
        await act(() => client.run(unbindWeChat, {}));
        await refetch();
      },
    });
  if (!data) return null;
  const { bound: isBound, configured } = data;
  return (
    <Card
      title={t.title}
      size="small"
      extra={
        isBound ? (
          <Button size="small" onClick={unbind}>
            {t.unbind}
          </Button>
        ) : (
          configured && (
            <Button size="small" onClick={() => void ask()}>
              {t.bind}
            </Button>
          )
        )
      }
    >
      <span className="sk-faint">{isBound ? t.bound : configured ? t.free : t.off}</span>
    </Card>
  );
}
