import type { MenuId } from "../menus.ts";

/** Action that a role may allow on a screen: query (Q), add (A), modify (M), delete (D). Source: spec admin §6. */
export type Action = "Q" | "A" | "M" | "D";
/** Action of a single command that needs a right of its own: correct counts (C), scrap (S). */
export type OwnAction = "C" | "S";
/**
 * Action of a right. A right names a screen and an action: for example, a role may have the rights "BS101:M" and
 * "BS101:C".
 */
export type RightAction = Action | OwnAction;
export const actions: readonly RightAction[] = ["Q", "A", "M", "D", "C", "S"];

/**
 * Kind of a caller, by the rows that the caller may see:
 * - `staff`: all rows of the tenant. Users of a customer are never staff.
 * - `oem`, `plant`, `maker`: the rows of the user's organization.
 * - `customer`: the rows of the user's customer in the shop.
 * - `unassigned`: a signed-in user without tenant-wide role, organization and customer.
 * - `visitor`: a caller without a log-in.
 */
export type CallerKind = "staff" | "oem" | "plant" | "maker" | "customer" | "unassigned" | "visitor";

/** Facts about a caller that decide which operations the caller may use. */
export interface Caller {
  readonly kind: CallerKind;
  readonly roleCode: string | null;
  readonly may: (menu: MenuId, action: RightAction) => boolean;
  /** True if the caller is a program that uses an API key. Its `kind` is the kind of a user with the same scope. */
  readonly isApiKey?: boolean;
}

/** Declares who may call an operation. Every query and every command has such a declaration. */
export type Access =
  | { readonly kind: "anonymous" }
  | { readonly kind: "signedIn" }
  | { readonly kind: "role"; readonly roleCode: string }
  | {
      readonly kind: "right";
      /**
       * Screens that offer the operation. A right on any of these screens is enough. The operation belongs to the first
       * screen.
       */
      readonly menus: readonly [MenuId, ...MenuId[]];
      readonly action: RightAction;
      /** Kinds of callers who may use the operation if they have the right. Undefined: callers of every kind. */
      readonly only?: readonly CallerKind[] | undefined;
      /** True: API keys may not use the operation, whatever rights they have. */
      readonly peopleOnly?: true | undefined;
    };

export const anonymous: Access = { kind: "anonymous" };
/**
 * Access for every signed-in user, independent of roles. API keys have no such access, because they may do only what
 * their rights name.
 */
export const signedIn: Access = { kind: "signedIn" };
/** Access for users with this role, independent of rights. */
export const roleOnly = (roleCode: string): Access => ({ kind: "role", roleCode });
/**
 * Access for users whose roles hold this right on the screen, or on one of the screens `others` that offer the
 * operation too.
 */
export const right = (
  menu: MenuId,
  action: RightAction,
  {
    others = [],
    only,
    peopleOnly,
  }: {
    others?: readonly MenuId[];
    only?: readonly CallerKind[] | undefined;
    peopleOnly?: true | undefined;
  } = {},
): Access => ({
  kind: "right",
  menus: [menu, ...others],
  action,
  ...(only && { only }),
  ...(peopleOnly && { peopleOnly }),
});

/**
 * Declares who may read and write the rows of a table by the generic table operations (query, insert, update, delete).
 */
export interface TableAccess {
  /**
   * The screen that owns the table. Its rights Q, A, M and D decide about reading, adding, modifying and deleting
   * rows.
   */
  readonly menu: MenuId;
  /** Other screens that show rows of this table. The right Q on any of them is enough to read the table. */
  readonly readOn: readonly MenuId[];
  /** True for tables that the application shell uses. Every signed-in user may read and write them without a right. */
  readonly signedIn: boolean;
  /** Fields that everybody may read, also visitors without a log-in. */
  readonly anonymousFields?: readonly string[];
  /**
   * Kinds of callers that may add (A), modify (M) or delete (D) rows. For an action that is not listed, callers of
   * every kind need only the right.
   */
  readonly writers?: Writers;
  /** Operations that API keys may not use, whatever rights they have: adding, modifying and deleting rows, or all. */
  readonly peopleOnly?: "writes" | "all";
}

type Writers = Readonly<Partial<Record<Exclude<Action, "Q">, readonly CallerKind[]>>>;

/** Limits all writes of a table (adding, modifying, deleting) to callers of these kinds. */
export const onlyWriters = (...kinds: readonly CallerKind[]): Writers => ({ A: kinds, M: kinds, D: kinds });

/** Declares that the rights on the screen `menu` decide who may read and write the table. */
export const tableRights = (
  menu: MenuId,
  o: {
    readOn?: readonly MenuId[];
    anonymousFields?: readonly string[];
    writers?: Writers;
    peopleOnly?: "writes" | "all";
  } = {},
): TableAccess => ({ menu, readOn: [], signedIn: false, ...o });
/** Declares that every signed-in user may use the table. The server adds conditions that limit the rows. */
export const tableSignedIn = (menu: MenuId): TableAccess => ({ menu, readOn: [], signedIn: true });

/** Returns who may use a generic operation on a table: read (Q), insert (A), update (M) or delete (D). */
export function accessOfTable(
  { menu, readOn, signedIn: isOpen, writers, peopleOnly: people }: TableAccess,
  action: Action,
): Access {
  if (isOpen) return signedIn;
  const peopleOnly = people === "all" || (people === "writes" && action !== "Q") ? true : undefined;
  if (action === "Q") return right(menu, action, { others: readOn, peopleOnly });
  return right(menu, action, { only: writers?.[action], peopleOnly });
}

/** Returns whether the caller may call an operation. */
export function allows(access: Access, caller: Caller): boolean {
  switch (access.kind) {
    case "anonymous":
      return true;
    case "signedIn":
      return caller.kind !== "visitor" && !caller.isApiKey;
    case "role":
      return caller.roleCode === access.roleCode;
    case "right":
      if (caller.isApiKey && access.peopleOnly) return false;
      return hasRight(access, caller.may) && (access.only?.includes(caller.kind) ?? true);
  }
}

/**
 * Returns whether the caller has the right that an operation needs. Even with the right, `allows` may exclude callers
 * of some kinds.
 */
function hasRight(access: Access, may: Caller["may"]): boolean {
  return access.kind !== "right" || access.menus.some((menu) => may(menu, access.action));
}

/** Describes in one line who may call an operation, for the API description. */
export function describeAccess(access: Access): string {
  switch (access.kind) {
    case "anonymous":
      return "Everybody, without a log-in";
    case "signedIn":
      return "Every signed-in user";
    case "role":
      return `Role: ${access.roleCode}`;
    case "right": {
      const rights = access.menus.map((menu) => `${menu} ${access.action}`).join(" or ");
      const only = access.only ? `. Only for: ${access.only.join(", ")}` : "";
      return `Right: ${rights}${only}${access.peopleOnly ? ". Not for API keys" : ""}`;
    }
  }
}
