import type { QueryRow } from "@shotkeeper/contract/kernel";
import { type userList, viewAs } from "@shotkeeper/contract/system";
import { useAction, useClient, useLocale, useViewAs } from "@shotkeeper/ui/app";
import { App } from "antd";

/**
 * Returns a function that asks the administrator for confirmation, and then shows the application in this tab as the
 * given user sees it.
 */
export function useViewPrompt(): (user: Pick<QueryRow<typeof userList>, "userId" | "userName">) => void {
  const t = useLocale().system.user;
  const view = useViewAs();
  const { modal } = App.useApp();
  const client = useClient();
  const act = useAction();
  return ({ userId, userName }) =>
    modal.confirm({
      title: t.viewAs,
      content: t.viewAsPrompt([userName, userId].join(" · ")),
      okText: t.viewAs,
      onOk: async () => {
        const opened = await act(() => client.run(viewAs, { userId }));
        if (opened) view.open(opened.token);
      },
    });
}
