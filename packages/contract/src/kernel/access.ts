import type { MenuId } from "../menus.ts";

/** What a role may do on a screen: query, add, modify, delete (spec admin §6). */
export type Action = "Q" | "A" | "M" | "D";
export const actions: readonly Action[] = ["Q", "A", "M", "D"];

/** Who may call a query or a command. Every one of them declares it. */
export type Access =
  | { readonly kind: "anonymous" }
  | { readonly kind: "signedIn" }
  | {
      readonly kind: "right";
      /** The right on any one of these screens is enough. The first is the operation's own screen. */
      readonly menus: readonly [MenuId, ...MenuId[]];
      readonly action: Action;
    };

/** Everybody, also a visitor without a log-in. */
export const anonymous: Access = { kind: "anonymous" };
/** Every signed-in user, whatever the roles. */
export const signedIn: Access = { kind: "signedIn" };
/** Users whose roles hold this right on the screen, or on one of the other screens that offer the operation. */
export const right = (menu: MenuId, action: Action, others: readonly MenuId[] = []): Access => ({
  kind: "right",
  menus: [menu, ...others],
  action,
});

/** Who may read and write a table's rows directly. */
export interface TableAccess {
  /** The screen that owns the table: its Q, A, M and D rule the table. */
  readonly menu: MenuId;
  /** Screens that show the table's rows too: Q on one of them allows reading. */
  readonly readOn: readonly MenuId[];
  /** True for tables of the shell: every signed-in user, without a right. */
  readonly signedIn: boolean;
  /** Fields that everybody may read, also a visitor without a log-in. */
  readonly anonymousFields?: readonly string[];
}

/** The rights of the screen that owns the table. */
export const tableRights = (
  menu: MenuId,
  o: { readOn?: readonly MenuId[]; anonymousFields?: readonly string[] } = {},
): TableAccess => ({ menu, readOn: [], signedIn: false, ...o });
/** Every signed-in user; the table's own conditions say which rows. */
export const tableSignedIn = (menu: MenuId): TableAccess => ({ menu, readOn: [], signedIn: true });

/** Tells whether a user with these rights may call an operation. `guest` is a visitor without a log-in. */
export function allows(
  access: Access,
  may: (menu: MenuId, action: Action) => boolean,
  isGuest: boolean,
): boolean {
  switch (access.kind) {
    case "anonymous":
      return true;
    case "signedIn":
      return !isGuest;
    case "right":
      return access.menus.some((menu) => may(menu, access.action));
  }
}

/** Describes in one line for the API description who may call an operation. */
export function describeAccess(access: Access): string {
  switch (access.kind) {
    case "anonymous":
      return "Everybody, without a log-in";
    case "signedIn":
      return "Every signed-in user";
    case "right":
      return `Right: ${access.menus.map((menu) => `${menu} ${access.action}`).join(" or ")}`;
  }
}
