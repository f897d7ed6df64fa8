import { codes, type QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import {
  forceOut,
  resetSecondFactor,
  user,
  type userList,
  userStatus,
  viewAs,
} from "@shotkeeper/contract/system";
import { textOf, useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { useInvalidateData, useRemove } from "@shotkeeper/ui/data";
import type { RowAction } from "@shotkeeper/ui/list";
import { App } from "antd";
import { useViewPrompt } from "./view-prompt.ts";

type User = QueryRow<typeof userList>;

interface Opens {
  readonly edit: (row: User) => void;
  readonly password: (userId: string) => void;
}

/** Returns a function that lists the actions on a user. Actions that would lock out the signed-in user are disabled. */
export function useUserActions(opens: Opens): (row: User) => RowAction[] {
  const locale = useLocale();
  const t = locale.system.user;
  const { common } = locale.shell;
  const { allows, can, user: me } = useSession();
  const see = useViewPrompt();
  const { modal } = App.useApp();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const remove = useRemove(user);

  const ask = (title: string, row: User, work: () => Promise<unknown>) =>
    modal.confirm({
      title,
      content: [row.userName, row.userId].join(" · "),
      onOk: async () => {
        await act(work, locale.errors.done);
        invalidate();
      },
    });
  const toggle = (row: User) => {
    const isOn = row.status === userStatus.values.enabled;
    const status = isOn ? userStatus.values.disabled : userStatus.values.enabled;
    const write = () => client.update(user, [{ userId: row.userId, status, updatedDate: row.updatedDate }]);
    ask(isOn ? t.disablePrompt : t.enablePrompt, row, write);
  };
  return (row) => {
    const own = row.userId === me.info.userId ? textOf(codes.ownAccount, locale) : undefined;
    const isOn = row.status === userStatus.values.enabled;
    // An applicant is a user whose company is not approved yet. Only the approval of the company enables this user.
    const isApplicant = row.status === userStatus.values.applicant;
    return [
      ...(can(menus.user, "M")
        ? [
            { key: "edit", label: common.edit, run: () => opens.edit(row) },
            {
              key: "password",
              label: t.resetPassword,
              refused: own,
              run: () => opens.password(row.userId),
            },
            ...(allows(viewAs.access) && !isApplicant
              ? [
                  {
                    key: "view",
                    label: t.viewAs,
                    refused: own ?? (isOn ? undefined : textOf(codes.userDisabled, locale)),
                    run: () => see(row),
                  },
                ]
              : []),
            {
              key: "secondFactor",
              label: t.resetSecondFactor,
              refused: own,
              run: () =>
                ask(t.resetSecondFactorPrompt, row, () =>
                  client.run(resetSecondFactor, { userId: row.userId }),
                ),
            },
            ...(isApplicant
              ? []
              : [
                  {
                    key: "status",
                    label: isOn ? t.disable : t.enable,
                    refused: isOn ? own : undefined,
                    run: () => toggle(row),
                  },
                ]),
            {
              key: "out",
              label: t.forceOut,
              refused: own ?? (row.loginCount ? undefined : t.notLoggedIn),
              run: () => ask(t.forceOutPrompt, row, () => client.run(forceOut, { userId: row.userId })),
            },
          ]
        : []),
      ...(can(menus.user, "D")
        ? [{ key: "remove", label: common.remove, danger: true, refused: own, run: () => remove([row]) }]
        : []),
    ];
  };
}
