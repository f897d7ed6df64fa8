import { useLocale } from "@shotkeeper/ui/app";
import { Alert } from "antd";
import { useShop } from "./shop-info.ts";

/** Explains to a customer without a host factory why nothing can be ordered, and whom to ask. */
export function NoOem() {
  const t = useLocale().shop.product;
  const { shop } = useShop();
  const contact = [shop?.shopPhone, shop?.shopMail].filter(Boolean).join(" · ");
  return (
    <Alert
      type="warning"
      showIcon
      className="shop-no-oem"
      title={t.noOem}
      description={contact ? `${t.askOem} ${contact}` : t.askOem}
    />
  );
}
