import { amountText, priceText } from "@shotkeeper/contract/shop";

/** An amount of money as the shop writes it. */
export function Amount({ value, strong }: { readonly value: number; readonly strong?: boolean }) {
  return (
    <span className={strong ? "shop-amount shop-amount-strong" : "shop-amount"}>
      <small>¥</small>
      {amountText(value)}
    </span>
  );
}

/** A price with the decimals that it has. */
export function Price({ value }: { readonly value: number }) {
  return (
    <span className="shop-amount">
      <small>¥</small>
      {priceText(value)}
    </span>
  );
}
