import { loginOut } from "@shotkeeper/contract/shop";
import { textOf, useClient, useLocale, useSessionState, useViewAs } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useNavigate } from "react-router";

/** Returns a function that ends the session, shows the server's message, and opens the log-in page (spec shop §7). */
export function useLogOut(): () => Promise<void> {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const locale = useLocale();
  const { message } = App.useApp();
  const { close } = useViewAs();
  return async () => {
    if (client.tokens.isView()) return close();
    const answer = await client.post("/mitt", { Type: loginOut.type, InParams: {} }).catch(() => undefined);
    if (answer) void message.success(textOf(answer.Msg, locale));
    client.tokens.clear();
    useSessionState.getState().renew();
    queries.clear();
    navigate("/login", { replace: true });
  };
}
