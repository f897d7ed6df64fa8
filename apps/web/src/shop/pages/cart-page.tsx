import ThunderboltOutlined from "@ant-design/icons/es/icons/ThunderboltOutlined";
import UnorderedListOutlined from "@ant-design/icons/es/icons/UnorderedListOutlined";
import { cartLine, cartList, lineAmount, sumAmounts } from "@shotkeeper/contract/shop";
import { useClient, useLocale } from "@shotkeeper/ui/app";
import { lazyPart } from "@shotkeeper/ui/lazy";
import { useQueryClient } from "@tanstack/react-query";
import { App, Button, Checkbox, Empty, Skeleton } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { Amount } from "../parts/amount.tsx";
import { addedOf, buyState, byOem } from "../parts/buy-lines.ts";
import { CartLine, useStableHandlers } from "../parts/cart-line.tsx";
import { useAllRows } from "../parts/data.ts";
import Failure from "../parts/failure.tsx";
import { type CartRow, useNamed } from "../parts/goods.ts";
import { listLinesOf } from "../parts/order-lists.ts";
import { withoutSaved } from "../parts/typed-quantities.ts";

// Loads the dialog on demand, because few visits of the cart need it.
const QuickOrderDialog = lazyPart(async () => ({
  default: (await import("../dialogs/quick-order-dialog.tsx")).QuickOrderDialog,
}));

const ListsDialog = lazyPart(async () => ({
  default: (await import("../dialogs/lists-dialog.tsx")).ListsDialog,
}));
const SaveListDialog = lazyPart(async () => ({
  default: (await import("../dialogs/save-list-dialog.tsx")).SaveListDialog,
}));

/** Debounce: a quantity is saved half a second after its last change (spec shop §7). */
const debounceMs = 500;

function useQuantities() {
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const failed = useLocale().shop.errors.msg3;
  const [typed, setTyped] = useState<ReadonlyMap<number, number>>(new Map());
  const timers = useRef(
    new Map<number, { readonly qty: number; readonly id: ReturnType<typeof setTimeout> }>(),
  );
  // Saves quantities that still wait for the debounce when the user leaves the page.
  useEffect(() => {
    const all = timers.current;
    return () => {
      const rest = [...all].map(([cartId, { qty, id }]) => {
        clearTimeout(id);
        return { cartId, orderQty: qty };
      });
      all.clear();
      if (rest.length === 0) return;
      void client
        .update(cartLine, rest)
        .catch(() => void message.error(failed))
        .finally(() => queries.invalidateQueries());
    };
  }, [client, queries, message, failed]);
  const change = (cartId: number, qty: number) => {
    setTyped((old) => new Map(old).set(cartId, qty));
    clearTimeout(timers.current.get(cartId)?.id);
    timers.current.set(cartId, {
      qty,
      id: setTimeout(async () => {
        timers.current.delete(cartId);
        try {
          await client.update(cartLine, [{ cartId, orderQty: qty }]);
        } catch {
          void message.error(failed);
        }
        await queries.invalidateQueries();
        setTyped((old) => withoutSaved(old, cartId, qty));
      }, debounceMs),
    });
  };
  return { qtyOf: (r: CartRow) => typed.get(r.cartId ?? 0) ?? r.orderQty, change };
}

export default function CartPage() {
  const { shop, shell, company } = useLocale();
  const t = shop.cart;
  const { lists } = company;
  const { data, error } = useAllRows(cartList, []);
  const named = useNamed();
  const rows = useMemo(() => data?.map(named) ?? [], [data, named]);
  const { qtyOf, change } = useQuantities();
  const { state } = useLocation();
  /**
   * Ids of the lines that the user has just added. At first only these lines are chosen. Undefined: all lines are
   * chosen.
   */
  const [added, setAdded] = useState(() => addedOf(state));
  const [changedOff, setOff] = useState<ReadonlySet<number>>();
  const [dialog, setDialog] = useState<"quick" | "lists" | "save">();
  const close = () => setDialog(undefined);
  const showAdded = (cartIds: readonly number[]) => {
    setAdded(cartIds);
    setOff(undefined);
  };
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { message, modal } = App.useApp();
  const idOf = (r: CartRow) => r.cartId ?? 0;
  const off = changedOff ?? new Set(added && rows.map(idOf).filter((id) => !added.includes(id)));
  const buyable = rows.filter((r) => !r.offShelf);
  const chosen = buyable.filter((r) => !off.has(idOf(r)));
  const total = sumAmounts(chosen.map((r) => lineAmount(r.unitPrice ?? 0, qtyOf(r))));
  const choose = (some: readonly CartRow[], on: boolean) =>
    setOff((old) => {
      const next = new Set(old ?? off);
      for (const r of some) on ? next.delete(idOf(r)) : next.add(idOf(r));
      return next;
    });
  const remove = (r: CartRow) =>
    void modal.confirm({
      title: shop.product.tip,
      content: r.offShelf ? t.removedAsk : t.removeAsk,
      okText: shell.common.ok,
      onOk: async () => {
        await client.remove(cartLine, [{ cartId: idOf(r) }]).catch(() => message.error(shop.errors.msg3));
        await queries.invalidateQueries();
      },
    });
  const handlers = useStableHandlers({ choose, change: (r, qty) => change(idOf(r), qty), remove });
  const checkOut = () => {
    if (chosen.length === 0) return void message.warning(t.nothing);
    const lines = chosen.map((r) => ({
      cartId: r.cartId,
      goodsId: r.goodsId ?? "",
      goodsName: r.goodsName ?? "",
      goodsType: r.goodsType,
      goodsImage: r.goodsImage,
      oemName: r.oemName ?? "",
      qty: qtyOf(r),
      unitPrice: r.unitPrice ?? 0,
      moldKind: r.moldKind,
      magnet: r.magnet ?? -1,
      sideType: r.sideType ?? -1,
    }));
    navigate("/Shop/buy", { state: buyState(true, lines) });
  };
  return (
    <>
      <header className="shop-page-head">
        <h1>{t.title}</h1>
        <div className="shop-page-buttons">
          {chosen.length > 0 && <Button onClick={() => setDialog("save")}>{lists.saveCart}</Button>}
          <Button icon={<UnorderedListOutlined />} onClick={() => setDialog("lists")}>
            {lists.title}
          </Button>
          <Button icon={<ThunderboltOutlined />} onClick={() => setDialog("quick")}>
            {shop.nav.quick}
          </Button>
        </div>
      </header>
      {dialog === "quick" && <QuickOrderDialog onClose={close} onAdded={showAdded} />}
      {dialog === "save" && (
        <SaveListDialog
          lines={listLinesOf(chosen.map((r) => ({ ...r, orderQty: qtyOf(r) })))}
          onClose={close}
        />
      )}
      {dialog === "lists" && (
        <ListsDialog
          onClose={close}
          onAdded={(cartIds) => {
            showAdded(cartIds);
            close();
          }}
        />
      )}
      {error && <Failure error={error} />}
      {!data && !error && <Skeleton active />}
      {data && rows.length === 0 && (
        <Empty className="shop-card" description={t.empty}>
          <Link to="/Shop/index">
            <Button type="primary">{t.goShopping}</Button>
          </Link>
        </Empty>
      )}
      {byOem(rows).map(([oem, lines]) => {
        const available = lines.filter((r) => !r.offShelf);
        const on = available.filter((r) => !off.has(idOf(r))).length;
        return (
          <section key={oem} className="shop-card shop-group">
            <header>
              <Checkbox
                checked={available.length > 0 && on === available.length}
                indeterminate={on > 0 && on < available.length}
                onChange={(e) => choose(available, e.target.checked)}
                aria-label={t.selectGroup(oem)}
              >
                <h2>{oem}</h2>
              </Checkbox>
            </header>
            <ul>
              {lines.map((r) => (
                <CartLine
                  key={idOf(r)}
                  r={r}
                  qty={qtyOf(r)}
                  isChosen={!r.offShelf && !off.has(idOf(r))}
                  on={handlers}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {rows.length > 0 && (
        <div className="shop-bar">
          <Checkbox
            checked={buyable.length > 0 && chosen.length === buyable.length}
            indeterminate={chosen.length > 0 && chosen.length < buyable.length}
            onChange={(e) => choose(buyable, e.target.checked)}
          >
            {t.selectAll}
          </Checkbox>
          <span className="sk-faint">{t.selected(chosen.reduce((n, r) => n + qtyOf(r), 0))}</span>
          <span className="shop-bar-total">
            {t.total} <Amount value={total} strong />
          </span>
          <Button type="primary" size="large" onClick={checkOut}>
            {t.checkout}
          </Button>
        </div>
      )}
    </>
  );
}
