import DeleteOutlined from "@ant-design/icons/es/icons/DeleteOutlined";
import { lineAmount } from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { Button, Checkbox } from "antd";
import { memo, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Amount, Price } from "./amount.tsx";
import type { CartRow } from "./goods.ts";
import { LineFacts } from "./line-facts.tsx";
import { GoodsPicture } from "./pictures.tsx";
import { Stepper } from "./stepper.tsx";

export interface CartLineHandlers {
  readonly choose: (some: readonly CartRow[], on: boolean) => void;
  readonly change: (r: CartRow, qty: number) => void;
  readonly remove: (r: CartRow) => void;
}

/** Returns functions whose identity stays the same in all renders. They call the handlers of the latest render. */
export function useStableHandlers(handlers: CartLineHandlers): CartLineHandlers {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [stable] = useState<CartLineHandlers>(() => ({
    choose: (some, on) => latest.current.choose(some, on),
    change: (r, qty) => latest.current.change(r, qty),
    remove: (r) => latest.current.remove(r),
  }));
  return stable;
}

interface CartLineProps {
  readonly r: CartRow;
  readonly qty: number;
  readonly isChosen: boolean;
  readonly on: CartLineHandlers;
}

/**
 * A line of the cart. The component is memoized, because a cart may have 300 lines: a change of one line must not
 * render the other lines again.
 */
export const CartLine = memo(function CartLine({ r, qty, isChosen, on }: CartLineProps) {
  const t = useLocale().shop.cart;
  const name = r.goodsName ?? r.goodsId ?? "";
  const isShort = (r.stockQty ?? 0) < qty;
  return (
    <li className="shop-line" data-off={r.offShelf || undefined}>
      <Checkbox
        aria-label={t.selectLine(name)}
        checked={isChosen}
        disabled={r.offShelf ?? false}
        onChange={(e) => on.choose([r], e.target.checked)}
      />
      <Link to={`/Shop/product?id=${encodeURIComponent(r.goodsId ?? "")}`} tabIndex={-1} aria-hidden="true">
        <GoodsPicture goodsId={r.goodsId ?? ""} goodsType={r.goodsType} name={name} path={r.goodsImage} />
      </Link>
      <div className="shop-line-name">
        <strong>{name}</strong>
        <LineFacts l={r} />
        {r.offShelf ? (
          <button type="button" className="shop-removed" onClick={() => on.remove(r)}>
            {t.removed}
          </button>
        ) : (
          isShort && <span className="shop-short">{t.lowStock(String(r.stockQty ?? 0))}</span>
        )}
      </div>
      <Price value={r.unitPrice ?? 0} />
      {r.offShelf ? (
        <span />
      ) : (
        <Stepper value={qty} onChange={(next) => on.change(r, next)} label={t.qtyOf(name)} />
      )}
      <Amount value={lineAmount(r.unitPrice ?? 0, qty)} strong />
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={`${t.remove}: ${name}`}
        onClick={() => on.remove(r)}
      />
    </li>
  );
});
