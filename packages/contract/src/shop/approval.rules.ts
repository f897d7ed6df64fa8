import { sumAmounts } from "./money.ts";

export interface ApprovalFacts {
  /**
   * Order total above which the company's orders need approval, yuan. Null if there is no limit, or if the caller is
   * an approver.
   */
  readonly approvalAbove: number | null;
  /** Total of the checkout with postage, yuan. */
  readonly total: number;
  /** Total of the caller's earlier orders of the same day that no second person had to approve, yuan. */
  readonly orderedToday: number;
}

/**
 * Why a checkout waits for an approver. `checkout`: its total is above the limit. `day`: its total together with the
 * user's earlier orders of the day (`orderedToday`) is above the limit. Without the reason `day`, users could avoid the
 * limit by several small orders.
 */
export type ApprovalNeed = "none" | "checkout" | "day";

/** Returns why a checkout needs the approval of a second person. The page and the server share this rule. */
export function approvalNeed({ approvalAbove, total, orderedToday }: ApprovalFacts): ApprovalNeed {
  if (approvalAbove === null) return "none";
  if (total > approvalAbove) return "checkout";
  return sumAmounts([total, orderedToday]) > approvalAbove ? "day" : "none";
}
