import DeleteOutlined from "@ant-design/icons/es/icons/DeleteOutlined";
import { useLocale } from "@shotkeeper/ui/app";
import { Button, Input, Pagination, Segmented, Spin } from "antd";
import { useState } from "react";
import { Amount, Price } from "./amount.tsx";
import Failure from "./failure.tsx";
import { configurationFacts, useNamed } from "./goods.ts";
import { Facts } from "./line-facts.tsx";
import { type CheckedRow, type Orderable, type OrderRow, wireOf } from "./order-rows.ts";

const pageSize = 50;
const qtyWire = wireOf("orderQty");

interface RowProps {
  readonly r: CheckedRow;
  /** Unit price in the earlier order. Undefined if the rows do not come from an order. */
  readonly oldPrice: number | undefined;
  readonly onQty: (qty: number) => void;
  readonly onRemove: () => void;
}

function PreviewRow({ r, oldPrice, onQty, onRemove }: RowProps) {
  const locale = useLocale();
  const { quick: t, cart } = locale.shop;
  const [typed, setTyped] = useState<string>();
  const { outcome: o } = r;
  const named = useNamed();
  const code = String(o?.goodsId ?? r.values[wireOf("goodsId")] ?? "");
  const qty = String(r.values[qtyWire] ?? "");
  const settle = () => {
    if (typed !== undefined && typed !== "" && typed !== qty) onQty(Number(typed));
    setTyped(undefined);
  };
  const facts = o && [
    o.goodsModel,
    ...configurationFacts(o, locale),
    o.accessory && t.withAccessory(o.accessory),
    o.oemName,
  ];
  const priceNow = o?.unitPrice ?? undefined;
  return (
    <li className="shop-preview-row" data-bad={r.faults.length > 0 || undefined}>
      <span className="shop-preview-line">{r.line}</span>
      <div className="shop-line-name">
        <strong>{[code, o && named(o).goodsName].filter(Boolean).join(" ")}</strong>
        {facts && <Facts of={facts} />}
        {r.faults.map((f) => (
          <span key={`${f.field} ${f.text}`} className="shop-short">
            {f.text}
          </span>
        ))}
      </div>
      <Input
        aria-label={cart.qtyOf(code)}
        inputMode="numeric"
        maxLength={7}
        status={r.faults.some((f) => f.field === qtyWire) ? "error" : ""}
        value={typed ?? qty}
        onChange={(e) => setTyped(e.target.value.replace(/\D/g, ""))}
        onBlur={settle}
        onPressEnter={settle}
      />
      <span className="shop-preview-price">
        {priceNow !== undefined && <Price value={priceNow} />}
        {oldPrice !== undefined && priceNow !== undefined && oldPrice !== priceNow && (
          <small className="sk-faint">
            {t.before} <Price value={oldPrice} />
          </small>
        )}
      </span>
      <span className="shop-preview-stock">
        {o?.stockQty === null || !o ? "" : t.stock(String(o.stockQty))}{" "}
        {o?.cartQty ? <small className="sk-faint">{t.inCart(String(o.cartQty))}</small> : null}
      </span>
      <span className="shop-preview-amount">{o?.amount != null && <Amount value={o.amount} strong />}</span>
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={`${cart.remove}: ${code}`}
        onClick={onRemove}
      />
    </li>
  );
}

interface OrderPreviewProps {
  readonly order: Orderable;
  /**
   * Unit prices in the order that the customer repeats, by line. The preview shows them beside today's prices if they
   * differ.
   */
  readonly oldPrices?: ReadonlyMap<number, number>;
  readonly onChange: (change: (rows: readonly OrderRow[]) => readonly OrderRow[]) => void;
}

/**
 * List of rows with today's price and stock, the faults of each row, and the sum. The user can change quantities and
 * remove rows.
 */
export function OrderPreview({ order, oldPrices, onChange }: OrderPreviewProps) {
  const { quick: t, cart } = useLocale().shop;
  const { rows, badCount } = order;
  const [isBadOnly, setBadOnly] = useState(false);
  const [page, setPage] = useState(1);
  const onlyBad = isBadOnly && badCount > 0;
  const shown = onlyBad ? rows.filter((r) => r.faults.length > 0) : rows;
  const current = Math.min(page, Math.max(1, Math.ceil(shown.length / pageSize)));
  const setQty = (line: number, qty: number) =>
    onChange((old) =>
      old.map((r) => {
        if (r.line !== line) return r;
        const faults = r.faults.filter((f) => f.field !== qtyWire);
        return { ...r, values: { ...r.values, [qtyWire]: qty }, faults };
      }),
    );
  const leaveOut = (some: readonly CheckedRow[]) => {
    const lines = new Set(some.map((r) => r.line));
    onChange((old) => old.filter((r) => !lines.has(r.line)));
  };
  return (
    <Spin spinning={order.isChecking}>
      {order.error && <Failure error={order.error} />}
      {badCount > 0 && (
        <div className="shop-toolbar">
          <Segmented<boolean>
            value={onlyBad}
            onChange={setBadOnly}
            options={[
              { value: false, label: t.allRows(rows.length) },
              { value: true, label: t.badRows(badCount) },
            ]}
          />
          <Button onClick={() => leaveOut(rows.filter((r) => r.faults.length > 0))}>
            {t.leaveOut(badCount)}
          </Button>
        </div>
      )}
      <ul className="shop-preview" aria-label={t.preview}>
        {shown.slice((current - 1) * pageSize, current * pageSize).map((r) => (
          <PreviewRow
            key={r.line}
            r={r}
            oldPrice={oldPrices?.get(r.line)}
            onQty={(qty) => setQty(r.line, qty)}
            onRemove={() => leaveOut([r])}
          />
        ))}
      </ul>
      <Pagination
        align="center"
        size="small"
        current={current}
        pageSize={pageSize}
        total={shown.length}
        hideOnSinglePage
        showSizeChanger={false}
        onChange={setPage}
      />
      <p className="shop-preview-sum" role="status">
        <span>{badCount > 0 ? t.someBad(badCount, rows.length) : t.allGood(rows.length)}</span>
        <span>
          {cart.total} <Amount value={order.total} strong />
        </span>
      </p>
    </Spin>
  );
}
