import { useLocale } from "@shotkeeper/ui/app";
import { addressText } from "./addresses.ts";
import type { Customer } from "./customer.ts";

export function InvoiceFacts({ c }: { readonly c: Customer }) {
  const { fields } = useLocale();
  const place = addressText({
    recProvince: c.province,
    recCity: c.city,
    recDistrict: c.district,
    recAddress: c.address,
  });
  const facts = [
    [fields.invoiceTitle, c.invoiceTitle],
    [fields.taxpayerId, c.taxpayerId],
    [fields.bankName, c.bankName],
    [fields.bankAccount, c.bankAccount],
    [fields.consignee, c.consignee],
    [fields.consigneePhone, c.consigneePhone],
    [fields.address, place],
  ] as const;
  return (
    <dl className="shop-facts shop-facts-wide">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
