import { bindWeChat, secondFactorState, unbindWeChat, weChatState } from "@shotkeeper/contract/system";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Card } from "antd";
import { useEffect, useState } from "react";
import {
  consumeWeChatAnswer,
  openWeChat,
  useAction,
  useClient,
  useLocale,
  useSession,
} from "../app/index.ts";
import { OwnerDialog } from "./owner-dialog.tsx";

/**
 * Shows whether the user's account is bound to WeChat. Binds or unbinds the account. WeChat's page redirects back with
 * a code. The user then confirms the binding with the password.
 */
export function WeChatCard() {
  const { shell } = useLocale();
  const t = shell.weChat;
  const client = useClient();
  const act = useAction();
  const { user } = useSession();
  const { modal, message } = App.useApp();
  const { data, refetch } = useQuery({
    queryKey: ["wechat"],
    queryFn: ({ signal }) => client.run(weChatState, {}, signal),
  });
  const [code, setCode] = useState<string>();
  const { data: own } = useQuery({
    queryKey: ["second-factor"],
    queryFn: ({ signal }) => client.run(secondFactorState, {}, signal),
    enabled: code !== undefined,
  });
  useEffect(() => {
    const answer = consumeWeChatAnswer("bind");
    if (answer) setCode(answer.code);
  }, []);
  const bind = async (weChatCode: string, password: string | undefined) => {
    await client.run(bindWeChat, { weChatCode, password: password ?? null });
    await refetch();
    void message.success(t.bindDone);
  };
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
      {code !== undefined && own && (
        <OwnerDialog
          title={t.bind}
          okText={t.bind}
          asksPassword={own.hasPassword}
          run={(password) => bind(code, password)}
          onClose={() => setCode(undefined)}
        />
      )}
    </Card>
  );
}
