import { payeeList } from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { StoredImage } from "@shotkeeper/ui/cells";
import { Typography } from "antd";
import { Amount } from "./amount.tsx";
import { useRows } from "./data.ts";

interface PayeesProps {
  /** Amount to pay, yuan. Undefined: only the accounts are shown. */
  readonly amount?: number;
  /** Text that the customer writes into the remark of the bank transfer. Staff find the payment by this text. */
  readonly reference?: string;
}

/** Bank accounts of the seller, with the amount to pay and the reference of the transfer. */
export function Payees({ amount, reference }: PayeesProps) {
  const locale = useLocale();
  const t = locale.shop.pay;
  const { fields } = locale;
  const { data } = useRows(payeeList, { limit: 20 });
  const payees = data?.rows ?? [];
  if (data && payees.length === 0) return <p className="sk-faint">{t.noPayee}</p>;
  const facts = (p: (typeof payees)[number]) => [
    { label: fields.accountHolder, value: p.accountHolder },
    { label: fields.bankName, value: p.bankName },
    { label: fields.bankAccount, value: p.bankAccount },
    ...(p.bankCode ? [{ label: fields.bankCode, value: p.bankCode }] : []),
  ];
  return (
    <div className="shop-payees">
      {(amount !== undefined || reference !== undefined) && (
        <p className="shop-payees-what">
          {amount !== undefined && (
            <span>
              {t.amount} <Amount value={amount} strong />
            </span>
          )}
          {reference !== undefined && (
            <span>
              {t.reference} <Typography.Text copyable>{reference}</Typography.Text>
            </span>
          )}
        </p>
      )}
      {payees.map((p) => (
        <div key={p.payeeId} className="shop-payee">
          <dl>
            {facts(p).map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <Typography.Text copyable>{value ?? ""}</Typography.Text>
                </dd>
              </div>
            ))}
          </dl>
          {p.qrPath && <StoredImage path={p.qrPath} alt={fields.qrPath} broken="–" />}
        </div>
      ))}
      {reference !== undefined && <p className="sk-faint">{t.referenceHint}</p>}
    </div>
  );
}
