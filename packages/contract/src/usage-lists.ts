import { binding, bindingList } from "./binding/index.ts";
import type { ListFigure } from "./board/index.ts";
import { counterLog } from "./counter/index.ts";
import { device, deviceList, deviceMold, deviceMoldList } from "./device/index.ts";
import { auditStat, orderStat } from "./enumerations.ts";
import { type Condition, type Entity, isArchivable, type Query, wireIndex } from "./kernel/index.ts";
import { menus, screens } from "./menus.ts";
import { mold, moldList, serviceState } from "./mold/index.ts";
import { modificationList, newMoldModification } from "./new-mold/index.ts";
import {
  manufacturerBinding,
  manufacturerBindingList,
  supplierBinding,
  supplierBindingList,
} from "./partner/index.ts";
import { orderList, orderState, productionOrder } from "./production/index.ts";
import { customerOrder, invoice, invoiceList, saleList } from "./shop/index.ts";
import { organization, organizationList, user, userList, userStatus } from "./system/index.ts";
import { moldTrial, trialList } from "./trial/index.ts";

type Filters = ListFigure["filters"];

/**
 * A list on a screen that shows the rows of one table. If rows of this table refer to another row and prevent its
 * deletion, users find them in this list.
 */
interface UsageList {
  readonly query: Query;
  /**
   * Part of the URL, such as `records=all`, that makes the screen show all rows. Undefined if the screen shows all rows
   * anyway.
   */
  readonly all?: string;
  /** Filters that select the active rows. Active rows prevent the archiving of the row to which they refer. */
  readonly active?: Filters;
  /**
   * Conditions that the screen applies by itself and that select only active rows. A link to the active rows therefore
   * does not contain these conditions.
   */
  readonly ofScreen?: readonly Condition[];
}

const others = <T extends number>(values: Readonly<Record<string, T>>, ...without: readonly T[]) =>
  Object.values(values).filter((v) => !without.includes(v));

const lists: Readonly<Record<string, UsageList>> = {
  [mold.wire]: {
    query: moldList,
    all: "records=all",
    active: [
      {
        field: "serviceState",
        operator: "IN",
        value: others(serviceState.values, serviceState.values.scrapped),
      },
    ],
  },
  [user.wire]: {
    query: userList,
    active: [{ field: "status", operator: "EQ", value: userStatus.values.enabled }],
  },
  [organization.wire]: { query: organizationList, all: "records=all" },
  [binding.wire]: {
    query: bindingList,
    all: "shown=all",
    ofScreen: [{ field: "active", operator: "EQ", value: true }],
  },
  [productionOrder.wire]: {
    query: orderList,
    active: [
      {
        field: "orderState",
        operator: "IN",
        value: others(orderState.values, orderState.values.closed, orderState.values.done),
      },
    ],
  },
  [device.wire]: { query: deviceList, all: "records=all" },
  [deviceMold.wire]: {
    query: deviceMoldList,
    all: "shown=all",
    ofScreen: [{ field: "mounted", operator: "EQ", value: true }],
  },
  [supplierBinding.wire]: { query: supplierBindingList },
  [manufacturerBinding.wire]: { query: manufacturerBindingList },
  [moldTrial.wire]: {
    query: trialList,
    active: [
      { field: "auditStat", operator: "IN", value: [auditStat.values.submitted, auditStat.values.audited] },
    ],
  },
  [newMoldModification.wire]: { query: modificationList },
  [customerOrder.wire]: {
    query: saleList,
    active: [
      {
        field: "orderStat",
        operator: "IN",
        value: others(orderStat.values, orderStat.values.finished, orderStat.values.cancelled),
      },
    ],
  },
  [invoice.wire]: { query: invoiceList },
  // The key is the id of a screen instead of the wire name of a table, because readings have no entity in the contract.
  [menus.counterLog]: { query: counterLog },
};

/** Rows of one table that refer to another row by a field. They prevent the deletion or archiving of that row. */
export interface Usage {
  readonly wire: string;
  /** Wire name of the field that refers to the other row. Undefined if the reference is not a single field. */
  readonly field: string | undefined;
  readonly rows: number;
}

/**
 * Decodes the argument of the messages `usedBy`, `activeIn` and `scrapBlocked`, for example
 * `BS_MOLD.SAVE_ADDRESS:56,SYS_USER.ORGANIZATION_ID:3`.
 */
export function readUsages(arg: string): Usage[] {
  return arg.split(",").map((item) => {
    const [name = "", rows = ""] = item.split(":");
    const [wire = "", field] = name.split(".");
    return { wire, field, rows: Number(rows) };
  });
}

/**
 * Returns the text for a field of a table in the messages `usedBy` and `activeIn`, for example `BS_MOLD.SAVE_ADDRESS`.
 */
export const usageName = (entity: Entity, field: string): string =>
  `${entity.wire}.${wireIndex(entity.fields).toWire.get(field) ?? field}`;

/**
 * Returns the list in which users find the rows that refer to another row (`Usage`), with filters that select exactly
 * these rows. Returns undefined if no screen lists these rows.
 * @param keys keys of the rows that cannot be deleted or archived
 * @param step the refused step: deletion ("remove") or archiving
 */
export function usageList(
  { wire, field }: Usage,
  keys: readonly (string | number)[],
  step: "remove" | "archive",
): ListFigure | undefined {
  const list = lists[wire];
  if (!list || field === undefined) return undefined;
  const { query, all, active = [], ofScreen = [] } = list;
  const name = wireIndex(query.columns).toName.get(field);
  const path = screens.find((s) => s.id === query.menu)?.path;
  if (name === undefined || path === undefined) return undefined;
  const own: Filters = [{ field: name, operator: "IN", value: keys }];
  if (step === "archive")
    return { query, path, filters: [...own, ...active], where: [...own, ...active, ...ofScreen] };
  const where = isArchivable(query.columns)
    ? [...own, { field: "archivedDate", operator: "NEQ" as const, value: "1970-01-01T00:00:00.000Z" }]
    : own;
  return { query, path: all ? `${path}?${all}` : path, filters: own, where };
}
