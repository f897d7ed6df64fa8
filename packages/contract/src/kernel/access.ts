import type { MenuId } from "../menus.ts";

/** Action that a role may allow on a screen: query (Q), add (A), modify (M), delete (D). Source: spec admin §6. */
export type Action = "Q" | "A" | "M" | "D";
export const actions: readonly Action[] = ["Q", "A", "M", "D"];

/** Who may call an operation. Every query and every command declares it. */
export type Access =
  | { readonly kind: "anonymous" }
  | { readonly kind: "signedIn" }
  | {
      readonly kind: "right";
      /**
       * Screens that offer the operation. The right on any one of them is enough. The operation belongs to the first
       * screen.
       */
      readonly menus: readonly [MenuId, ...MenuId[]];
      readonly action: Action;
    };

/** Access for everybody, including visitors without a log-in. */
export const anonymous: Access = { kind: "anonymous" };
/** Access for every signed-in user, independent of roles. */
export const signedIn: Access = { kind: "signedIn" };
/**
 * Access for users whose roles hold this right on the screen, or on one of the other screens that offer the
 * operation.
 */
export const right = (menu: MenuId, action: Action, others: readonly MenuId[] = []): Access => ({
  kind: "right",
  menus: [menu, ...others],
  action,
});

/** Who may read and write the rows of a table by the generic table operations. */
export interface TableAccess {
  /**
   * The screen that owns the table. Its rights Q, A, M and D decide about reading, adding, modifying and deleting
   * rows.
   */
  readonly menu: MenuId;
  /** Other screens that show rows of this table. The right Q on one of them allows reading. */
  readonly readOn: readonly MenuId[];
  /** True for tables of the application shell. Every signed-in user may use them without a right. */
  readonly signedIn: boolean;
  /** Fields that everybody may read, including visitors without a log-in. */
  readonly anonymousFields?: readonly string[];
}

/** Access by the rights of the screen that owns the table. */
export const tableRights = (
  menu: MenuId,
  o: { readOn?: readonly MenuId[]; anonymousFields?: readonly string[] } = {},
): TableAccess => ({ menu, readOn: [], signedIn: false, ...o });
/** Access for every signed-in user. Conditions of the table itself limit the rows. */
export const tableSignedIn = (menu: MenuId): TableAccess => ({ menu, readOn: [], signedIn: true });

/** Returns true if a user with these rights may call an operation. The user `guest` is a visitor without a log-in. */
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

/** Describes in one line who may call an operation, for the API description. */
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
