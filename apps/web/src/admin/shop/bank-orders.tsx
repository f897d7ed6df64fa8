import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { Checkbox, Select } from "antd";
import type { BankRow, RowPlan } from "./bank-row.ts";

interface BankOrdersProps {
  readonly line: BankRow;
  readonly plan: RowPlan;
  readonly orderNos: readonly string[];
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly isNew: boolean;
  readonly onOrders: (orderNos: readonly string[]) => void;
  readonly onNew: (isNew: boolean) => void;
}

/**
 * Cell with the orders that a line of a bank statement pays. Also shows the payment that the line proves, or a payment
 * of one of these orders that prevents the booking of the line.
 */
export function BankOrders({ line, plan, orderNos, options, isNew, onOrders, onNew }: BankOrdersProps) {
  const { bank: t, shell } = useLocale();
  const f = useFormats();
  const { payment, conflict, confirmed } = plan;
  const list = (nos: readonly string[]) => nos.join(shell.common.listJoiner);
  return (
    <>
      <Select
        mode="multiple"
        className="sk-bank-orders"
        aria-label={t.ordersOf(line.lineRow)}
        value={[...orderNos]}
        options={[...options]}
        optionLabelProp="value"
        popupMatchSelectWidth={false}
        onChange={onOrders}
      />
      {confirmed && (
        <div className="sk-bank-note">
          <Checkbox checked={!isNew} onChange={(e) => onNew(!e.target.checked)}>
            {t.attach(list(confirmed.orderNos))}
          </Checkbox>
        </div>
      )}
      {payment && !payment.isConfirmed && (
        <div className="sk-bank-note sk-faint">{t.confirms(f.decimal(payment.paidAmount, 2))}</div>
      )}
      {conflict && (
        <div className="sk-bank-note sk-figure" data-level="bad">
          {t.conflict(list(conflict.orderNos), f.decimal(conflict.paidAmount, 2))}
        </div>
      )}
    </>
  );
}
