import { loginOut } from "@shotkeeper/contract/shop";
import { useClient, useSessionState } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";

/** Returns a function that ends the session and opens the log-in page (spec shop §7). */
export function useLogOut(): () => Promise<void> {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await client.run(loginOut, {}).catch(() => {});
    client.tokens.clear();
    useSessionState.getState().renew();
    queries.clear();
    navigate("/login", { replace: true });
  };
}
