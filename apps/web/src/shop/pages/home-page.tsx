import {
  approvalTab,
  approveOrders,
  customerOrder,
  custSum,
  onTerms,
  orderTabs,
  personalOrders,
  receiveOrder,
  refuseSale,
  withdrawReturn,
} from "@shotkeeper/contract/shop";
import { useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { lazyPart } from "@shotkeeper/ui/lazy";
import { useQueryClient } from "@tanstack/react-query";
import { App, Button, Empty, Input, Pagination, Skeleton, Tabs } from "antd";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { AddressBook } from "../dialogs/address-book.tsx";
import { LogisticsDialog } from "../dialogs/logistics-dialog.tsx";
import { PasswordDialog } from "../dialogs/password-dialog.tsx";
import { RefuseDialog } from "../dialogs/refuse-dialog.tsx";
import { ReturnDialog } from "../dialogs/return-dialog.tsx";
import { StatementDialog } from "../dialogs/statement-dialog.tsx";
import { VoucherDialog } from "../dialogs/voucher-dialog.tsx";
import { addedState } from "../parts/buy-lines.ts";
import { useCommandData } from "../parts/data.ts";
import Failure from "../parts/failure.tsx";
import { useNamed } from "../parts/goods.ts";
import { useLogOut } from "../parts/log-out.ts";
import { OrderCard } from "../parts/order-card.tsx";
import { useOrderExport } from "../parts/order-export.ts";
import { listLinesOf } from "../parts/order-lists.ts";
import { ordersOf, type PersonalOrder } from "../parts/orders.ts";
import { Payees } from "../parts/payees.tsx";
import type { PersonalPayment } from "../parts/receipts.tsx";
import { useShopper } from "../parts/session.tsx";

// Loads the dialog on demand, because few visits of the page need it.
const ReorderDialog = lazyPart(async () => ({
  default: (await import("../dialogs/reorder-dialog.tsx")).ReorderDialog,
}));

const SaveListDialog = lazyPart(async () => ({
  default: (await import("../dialogs/save-list-dialog.tsx")).SaveListDialog,
}));

const pageSize = 50;
/** If the list has at most this many orders, the details of all of them are shown at first. */
const openAtFirst = 3;

type Dialog = "statement" | "password" | "addresses";

export default function HomePage() {
  const locale = useLocale();
  const { shop } = locale;
  const t = shop.home;
  const shopper = useShopper();
  const client = useClient();
  const queries = useQueryClient();
  const act = useAction();
  const navigate = useNavigate();
  const exportOrders = useOrderExport();
  const { message, modal } = App.useApp();
  const [search, setSearch] = useSearchParams();
  const status = Number(search.get("status") ?? -1);
  const tab = status === approvalTab || orderTabs.some((x) => x === status) ? status : -1;
  const page = Math.max(1, Number(search.get("page") ?? 1) || 1);
  const [text, setText] = useState("");
  const [dialog, setDialog] = useState<Dialog>();
  const [paying, setPaying] = useState<{ readonly o: PersonalOrder; readonly replaced?: PersonalPayment }>();
  const [tracked, setTracked] = useState<PersonalOrder>();
  const [again, setAgain] = useState<PersonalOrder>();
  const [returning, setReturning] = useState<PersonalOrder>();
  const [refused, setRefused] = useState<PersonalOrder>();
  const [listed, setListed] = useState<PersonalOrder>();
  const { data: sums } = useCommandData(
    custSum,
    { custId: shopper.custId ?? null },
    { enabled: shopper.custId !== undefined },
  );
  const request = { custId: shopper.custId ?? null, orderTab: tab, text: text || null };
  const { data, error } = useCommandData(
    personalOrders,
    { ...request, page, limit: pageSize },
    { enabled: shopper.custId !== undefined },
  );
  const named = useNamed();
  const orders = data ? ordersOf(data, named) : undefined;
  const refresh = () => queries.invalidateQueries();

  const remove = (o: PersonalOrder) => {
    if (refuseSale("remove", o)) return void message.warning(t.removeRefused);
    modal.confirm({
      title: shop.product.tip,
      content: t.removeAsk,
      okButtonProps: { danger: true },
      onOk: async () => {
        await act(() => client.remove(customerOrder, [{ orderNo: o.orderNo }]), t.removed);
        await refresh();
      },
    });
  };
  const receive = (o: PersonalOrder) =>
    void modal.confirm({
      title: shop.product.tip,
      content: t.receiveAsk,
      onOk: async () => {
        await act(() => client.run(receiveOrder, { orderNo: o.orderNo }), t.received);
        await refresh();
      },
    });
  const approve = async (o: PersonalOrder) => {
    await act(() => client.run(approveOrders, { orderNos: [o.orderNo] }), locale.company.approved);
    await refresh();
  };
  const withdraw = (returnNo: string) =>
    void modal.confirm({
      title: shop.product.tip,
      content: locale.returns.withdrawAsk,
      onOk: async () => {
        await act(() => client.run(withdrawReturn, { returnNo }), locale.returns.withdrawn);
        await refresh();
      },
    });
  const names: Readonly<Record<number, string>> = {
    [-1]: t.all,
    [approvalTab]: locale.company.tab,
    0: shop.index.waitPay,
    1: shop.index.waitSend,
    3: shop.index.sent,
    4: shop.index.finished,
  };
  const ofTab: Record<string, string> = tab === -1 ? {} : { status: String(tab) };
  /** Searches from the first page: the found orders may have fewer pages than the list. */
  const find = (sought: string) => {
    setText(sought);
    setSearch(ofTab);
  };
  const logOut = useLogOut();
  if (shopper.custId === undefined)
    return (
      <Empty className="shop-card" description={t.notCustomer}>
        <Button type="primary" onClick={() => navigate(shopper.isStaff ? "/sales/order" : "/Shop/index")}>
          {shopper.isStaff ? shop.nav.admin : shop.nav.shop}
        </Button>
      </Empty>
    );
  // Shows the tab of orders that wait for approval only if such orders exist or the tab is open.
  const waiting = sums?.awaitingApproval ?? 0;
  const tabs = waiting > 0 || tab === approvalTab ? [-1, approvalTab, ...orderTabs.slice(1)] : orderTabs;
  const isMonthly = onTerms({ statementDays: shopper.statementDays });
  return (
    <>
      <header className="shop-page-head">
        <h1>{shop.nav.center}</h1>
        <div className="shop-page-buttons">
          {isMonthly && <Button onClick={() => setDialog("statement")}>{t.statement}</Button>}
          <Button onClick={() => navigate("/Shop/invoice")}>{shop.nav.invoices}</Button>
          <Button onClick={() => setDialog("addresses")}>{shop.nav.addresses}</Button>
          <Button onClick={() => navigate("/Shop/people")}>{locale.company.title}</Button>
          <Button onClick={() => navigate("/Shop/profile")}>{t.info}</Button>
          <Button onClick={() => setDialog("password")}>{shop.nav.password}</Button>
          <Button onClick={() => void logOut()}>{shop.nav.logOut}</Button>
        </div>
      </header>
      <section className="shop-card shop-pay">
        <h2>{t.payCard}</h2>
        <p>{isMonthly ? t.termsHint(shopper.statementDays) : t.payHint}</p>
        <Payees />
      </section>
      <div className="shop-tabs">
        <Tabs
          activeKey={String(tab)}
          onChange={(key) => setSearch(key === "-1" ? {} : { status: key })}
          items={tabs.map((key) => ({
            key: String(key),
            label: key === approvalTab && waiting > 0 ? `${names[key]} (${waiting})` : names[key],
          }))}
        />
        <Input.Search allowClear placeholder={t.search} aria-label={t.search} onSearch={find} />
        <Button onClick={() => void exportOrders(request)}>{t.export}</Button>
      </div>
      {error && <Failure error={error} />}
      {!orders && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {orders?.length === 0 && <Empty className="shop-card" description={t.none} />}
      <div className={orders?.length ? "shop-orders" : undefined}>
        {orders?.map((o) => (
          <OrderCard
            key={o.orderNo}
            o={o}
            isApprover={sums?.isApprover ?? false}
            isOpenAtFirst={orders.length <= openAtFirst}
            onApprove={(x) => void approve(x)}
            onRefuse={setRefused}
            onList={setListed}
            onRemove={remove}
            onVoucher={(x) => setPaying({ o: x })}
            onReplace={(x, replaced) => setPaying({ o: x, replaced })}
            onLogistics={setTracked}
            onReceive={receive}
            onAgain={setAgain}
            onReturn={setReturning}
            onWithdraw={withdraw}
          />
        ))}
      </div>
      <Pagination
        align="center"
        current={page}
        pageSize={pageSize}
        total={data?.count ?? 0}
        hideOnSinglePage
        showSizeChanger={false}
        onChange={(p) => setSearch({ ...ofTab, page: String(p) })}
      />
      <VoucherDialog
        orderNos={paying?.replaced?.orderNos ?? (paying ? [paying.o.orderNo] : [])}
        amount={paying ? (paying.replaced?.paidAmount ?? paying.o.unreportedAmount ?? 0) : 0}
        replaces={paying?.replaced?.paymentId}
        onClose={() => setPaying(undefined)}
      />
      {again && (
        <ReorderDialog
          title={`${t.again} · ${again.orderNo}`}
          lines={again.lines}
          oemName={again.oemName}
          onClose={() => setAgain(undefined)}
          onAdded={(cartIds) => navigate("/Shop/cart", { state: addedState(cartIds) })}
        />
      )}
      {listed && (
        <SaveListDialog
          lines={listLinesOf(listed.lines.map((l) => ({ ...l, oemName: listed.oemName })))}
          onClose={() => setListed(undefined)}
        />
      )}
      {refused && <RefuseDialog orderNo={refused.orderNo} onClose={() => setRefused(undefined)} />}
      {returning && <ReturnDialog o={returning} onClose={() => setReturning(undefined)} />}
      <LogisticsDialog order={tracked} onClose={() => setTracked(undefined)} />
      <StatementDialog open={dialog === "statement"} onClose={() => setDialog(undefined)} />
      <PasswordDialog open={dialog === "password"} onClose={() => setDialog(undefined)} />
      <AddressBook open={dialog === "addresses"} onClose={() => setDialog(undefined)} />
    </>
  );
}
