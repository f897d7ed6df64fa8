import { errors } from "@shotkeeper/contract/kernel";
import {
  type ApprovalFacts,
  type CheckoutHead,
  type PostageRules,
  standardPostage,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type CheckoutGroup, placeFields } from "./checkout.input.ts";
import { isApprover, orderedToday } from "./company-access.ts";
import { customerOems, isStaff } from "./shop-access.ts";

/** Parameters of the tenant that set the postage rules, each with the rule that it sets. */
const ruleNames = {
  SHOP_FREE_AMOUNT: "freeAmount",
  SHOP_FREE_QTY: "freeQty",
  SHOP_POSTAGE_CITY: "city",
  SHOP_POSTAGE_PROVINCE: "province",
  SHOP_POSTAGE_ELSEWHERE: "elsewhere",
} as const satisfies Readonly<Record<string, keyof PostageRules>>;

type ParameterValues = Readonly<Record<string, string | null>>;

export const rulesSql = (tenantId: number) =>
  sql<{ rules: ParameterValues | null }>`
    select json_object_agg(prm_id, prm_value) as rules
    from parameter
    where tenant_id = ${tenantId} and prm_id like 'SHOP\\_%'
  `;

/** Returns the tenant's postage rules. A parameter that is unset, not a number or negative keeps its default. */
export function rulesOf(parameters: ParameterValues | null | undefined): PostageRules {
  const changed = Object.entries(ruleNames).flatMap(([id, name]) => {
    const value = Number(parameters?.[id] ?? Number.NaN);
    return Number.isFinite(value) && value >= 0 ? [[name, value]] : [];
  });
  return { ...standardPostage, ...Object.fromEntries(changed) };
}

type Place = Pick<CheckoutHead, (typeof placeFields)[number]>;

export interface Buyer {
  /** True if the customer's invoice data are complete. Otherwise the customer cannot order. */
  readonly isComplete: boolean;
  readonly statementDays: number | null;
  /**
   * Checkouts of the company's buyers above this amount wait for an approver. Null: no checkout waits for an approver.
   */
  readonly companyLimit: number | null;
  readonly oems: readonly string[];
  /** Delivery address that is stored with the customer. Used if the checkout has no address. */
  readonly place: Place;
  /** Numbers of the orders that an earlier request with the same idempotency key made. Null if there was none. */
  readonly orderNos: readonly string[] | null;
  /**
   * Hash of the content of the earlier request with the same idempotency key. Null if there was none, or if it is older
   * than the column `content_hash` of the table `checkout`.
   */
  readonly contentHash: string | null;
  /** Number of the cart lines in the request that are still in the cart. */
  readonly cartLines: number;
  readonly rules: ParameterValues | null;
}

/**
 * SQL condition on cart lines: the caller may order them. Staff may order the cart lines of every person of the
 * customer.
 */
export const ownCart = (ctx: Ctx, custId: string, cartIds: readonly number[]) => sql`
  tenant_id = ${ctx.who.tenantId} and cust_id = ${custId} and cart_id = any(${cartIds}::bigint[])
    and ${isStaff(ctx) ? sql.raw("true") : sql`user_id = ${ctx.who.userId}`}
`;

export const buyerSql = (ctx: Ctx, custId: string, key: string, cartIds: readonly number[]) => {
  const { tenantId } = ctx.who;
  return sql<Buyer>`
    select
      coalesce(c.bank_name, '') <> ''
        and coalesce(c.bank_account, '') <> ''
        and coalesce(c.invoice_title, '') <> ''
        and coalesce(c.taxpayer_id, '') <> '' as "isComplete",
      c.statement_days as "statementDays",
      c.approval_above::float8 as "companyLimit",
      coalesce((select json_agg(o.oem_name) from ${customerOems(ctx, custId)} o), '[]') as oems,
      json_build_object(
        'recMan', c.consignee, 'recTel', c.consignee_phone, 'recProvince', c.province,
        'recCity', c.city, 'recDistrict', c.district, 'recAddress', c.address
      ) as place,
      k.order_nos as "orderNos", k.content_hash as "contentHash",
      (select count(*)::int from cart_line where ${ownCart(ctx, custId, cartIds)}) as "cartLines",
      (${rulesSql(tenantId)}) as rules
    from customer c
    left join checkout k on k.tenant_id = ${tenantId} and k.cust_id = c.cust_id and k.checkout_key = ${key}
    where c.tenant_id = ${tenantId} and c.cust_id = ${custId}
  `;
};

/**
 * Returns the facts that decide whether a checkout of the caller needs an approval, except the total of the checkout.
 * Reads the database only if the company has a limit, because most companies have none.
 */
export async function approvalFacts(
  ctx: Ctx,
  custId: string,
  companyLimit: number | null,
): Promise<Omit<ApprovalFacts, "total">> {
  const { tenantId, userId } = ctx.who;
  if (companyLimit === null) return { approvalAbove: null, orderedToday: 0 };
  const [[found]] = await ctx.db.run(tenantId, [
    sql<{ isApprover: boolean; orderedToday: number }>`
      select ${isApprover(tenantId, sql`${custId}`, sql`${userId}`)} as "isApprover",
        ${orderedToday(ctx, custId)}::float8 as "orderedToday"
    `,
  ]);
  return {
    approvalAbove: found?.isApprover ? null : companyLimit,
    orderedToday: found?.orderedToday ?? 0,
  };
}

/** Returns true if one of the orders had to wait for an approver. */
export async function hadApproval(ctx: Ctx, orderNos: readonly string[]): Promise<boolean> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`
      select 1
      from customer_order o
      where o.tenant_id = ${tenantId} and o.order_no = any(${orderNos}) and o.needs_approval
      limit 1
    `,
  ]);
  return rows.length > 0;
}

/**
 * Sets the delivery address of all groups of order lines: the address of the first group or, if all its fields are
 * empty, the customer's stored address. Throws invoiceDataIncomplete if the address or the customer's invoice data are
 * incomplete.
 */
export function withPlace(
  groups: readonly CheckoutGroup[],
  buyer: Buyer | undefined,
): readonly CheckoutGroup[] {
  const head = groups[0]?.head;
  const hasPlace = placeFields.some((name) => (head?.[name] ?? "") !== "");
  const source: Partial<Place> = (hasPlace ? head : buyer?.place) ?? {};
  const {
    recMan = null,
    recTel = null,
    recProvince = null,
    recCity = null,
    recDistrict = null,
    recAddress = null,
  } = source;
  const place: Place = { recMan, recTel, recProvince, recCity, recDistrict, recAddress };
  if (!buyer?.isComplete || Object.values(place).some((v) => v === null || v === ""))
    throw errors.invoiceDataIncomplete();
  return groups.map((g) => ({ ...g, head: { ...g.head, ...place } }));
}
