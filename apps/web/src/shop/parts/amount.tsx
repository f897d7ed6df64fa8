import { amountText, priceText } from "@shotkeeper/contract/shop";

/** Amount in yuan with two decimals. */
export function Amount({ value, strong }: { readonly value: number; readonly strong?: boolean }) {
  return (
    <span className={strong ? "shop-amount shop-amount-strong" : "shop-amount"}>
      <small>¥</small>
      {amountText(value)}
    </span>
  );
}

/** Unit price in yuan with two to four decimals. */
export function Price({ value }: { readonly value: number }) {
  return (
    <span className="shop-amount">
      <small>¥</small>
      {priceText(value)}
    </span>
  );
}
