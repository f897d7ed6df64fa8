import type { customerList } from "@shotkeeper/contract/customer";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { amountText, companyPeople } from "@shotkeeper/contract/shop";
import { ToneTag, useLocale } from "@shotkeeper/ui/app";
import { useCommandData } from "@shotkeeper/ui/data";
import { Empty, Modal, Skeleton } from "antd";

interface PeopleDialogProps {
  readonly customer: QueryRow<typeof customerList>;
  readonly onClose: () => void;
}

/**
 * Dialog for staff. It shows the people of a customer's company, the roles of these people, and the approval rule of
 * the company.
 */
export function PeopleDialog({ customer, onClose }: PeopleDialogProps) {
  const { company: t, enums } = useLocale();
  const { data } = useCommandData(companyPeople, { custId: customer.custId });
  const { buyer, approver } = enums.companyRole;
  return (
    <Modal open title={`${t.title} · ${customer.custName}`} footer={null} onCancel={onClose}>
      {!data && <Skeleton active />}
      {data && (
        <>
          <p>{data.approvalAbove === null ? t.ruleNone : t.ruleAboveShort(amountText(data.approvalAbove))}</p>
          {data.people.length === 0 && <Empty />}
          <ul>
            {data.people.map((p) => (
              <li key={p.userId}>
                <strong>{p.userName}</strong> <span className="sk-faint">{p.userId}</span>{" "}
                <ToneTag tone="neutral">{p.companyRole === 1 ? approver : buyer}</ToneTag>{" "}
                {p.isApprover && <ToneTag tone="info">{t.mayApprove}</ToneTag>}{" "}
                {!p.isEnabled && <ToneTag tone="bad">{p.isBlocked ? t.blocked : t.disabled}</ToneTag>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}
