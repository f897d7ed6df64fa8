import { amountText, approvalNeed, custSum } from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { Alert } from "antd";
import { useCommandData } from "./data.ts";
import { useShopper } from "./session.tsx";

interface ApprovalNoticeProps {
  /** Amount above which an order of the company needs approval, yuan. Null: no order needs approval. */
  readonly approvalAbove: number | null;
  /** Total of the checkout with postage, yuan. */
  readonly total: number;
}

/**
 * Tells the customer before the checkout that the order will wait for an approver, and why. Shows nothing if the order
 * will not wait.
 */
export function ApprovalNotice({ approvalAbove, total }: ApprovalNoticeProps) {
  const { company: t } = useLocale();
  const { custId } = useShopper();
  const { data } = useCommandData(custSum, { custId: custId ?? null }, { enabled: custId !== undefined });
  if (data?.isApprover !== false || approvalAbove === null) return null;
  const { orderedToday } = data;
  const need = approvalNeed({ approvalAbove, total, orderedToday });
  if (need === "none") return null;
  const why =
    need === "day" ? t.willWaitDay(amountText(orderedToday), amountText(approvalAbove)) : t.willWait;
  return <Alert type="warning" showIcon title={why} />;
}
