import { orderStat } from "@shotkeeper/contract/enumerations";
import {
  documentType,
  hasDeliveryNote,
  refuseRequest,
  refuseSale,
  returnKind,
} from "@shotkeeper/contract/shop";
import { ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { Button, Steps, Tag, Tooltip } from "antd";
import { useState } from "react";
import { Amount, Price } from "./amount.tsx";
import { configurationText } from "./goods.ts";
import { OrderParcels } from "./order-parcels.tsx";
import { OrderReturns } from "./order-returns.tsx";
import type { PersonalOrder } from "./orders.ts";
import { GoodsPicture } from "./pictures.tsx";
import { type PersonalPayment, Receipts } from "./receipts.tsx";
import { useDocument, useSaveFile } from "./save-file.ts";

export interface OrderActions {
  readonly onRemove: (o: PersonalOrder) => void;
  readonly onVoucher: (o: PersonalOrder) => void;
  readonly onReplace: (o: PersonalOrder, p: PersonalPayment) => void;
  readonly onLogistics: (o: PersonalOrder) => void;
  readonly onReceive: (o: PersonalOrder) => void;
  readonly onAgain: (o: PersonalOrder) => void;
  readonly onReturn: (o: PersonalOrder) => void;
  readonly onWithdraw: (returnNo: string) => void;
}

const shownLines = 3;
const { created, voucherUploaded, shipping, finished, cancelled } = orderStat.values;

/** Returns true if the customer may ask to cancel, return or exchange goods of the order. */
const canReturn = (o: PersonalOrder): boolean =>
  Object.values(returnKind.values).some((kind) => refuseRequest(kind, o) === undefined);

function Progress({ o }: { readonly o: PersonalOrder }) {
  const t = useLocale().shop.buy;
  const f = useFormats();
  const stat = o.orderStat ?? created;
  const steps = [
    { title: t.steps0, at: o.orderDate },
    // An order on monthly terms is approved without a payment voucher. So the title of this step is "approved on
    // monthly terms" and not "voucher uploaded".
    { title: stat > voucherUploaded && !o.voucherAt ? t.stepTerms : t.steps1, at: o.voucherAt },
    { title: t.steps2, at: o.confirmedAt },
    { title: stat < shipping ? t.stepShipping : t.steps3, at: o.expressDate },
    { title: t.steps4, at: o.receivedAt },
  ];
  return (
    <Steps
      className="shop-progress"
      size="small"
      current={stat}
      status={stat === finished ? "finish" : "process"}
      items={steps.map(({ title, at }) => ({ title, ...(at ? { content: f.date(at) } : {}) }))}
    />
  );
}

export function OrderCard({
  o,
  onRemove,
  onVoucher,
  onReplace,
  onLogistics,
  onReceive,
  onAgain,
  onReturn,
  onWithdraw,
}: { readonly o: PersonalOrder } & OrderActions) {
  const locale = useLocale();
  const t = locale.shop.home;
  const { pay } = locale.shop;
  const f = useFormats();
  const saveDocument = useDocument();
  const saveFile = useSaveFile();
  const [isOpen, setOpen] = useState(false);
  const stat = o.orderStat ?? created;
  const lines = isOpen ? o.lines : o.lines.slice(0, shownLines);
  const invoice = o.invoices.at(-1);
  return (
    <article className="shop-card shop-order-card" aria-label={o.orderNo}>
      <header>
        <strong>{o.orderNo}</strong>
        <span className="sk-faint">{f.dateTime(o.orderDate)}</span>
        <span>{o.oemName}</span>
        {o.custCode && <Tag>{o.custCode}</Tag>}
        <span className="shop-end">
          <ToneTag tone={o.isPaid ? "good" : "neutral"}>{o.isPaid ? t.paid : t.unpaid}</ToneTag>
        </span>
      </header>
      {stat === cancelled ? (
        <p className="shop-short">{o.cancelReason ? pay.cancelled(o.cancelReason) : pay.expired}</p>
      ) : (
        <Progress o={o} />
      )}
      {o.payUntil && (
        <p className="sk-faint">
          {pay.until} {f.dateTime(o.payUntil)}
        </p>
      )}
      {o.rejectReason && <p className="shop-short">{t.rejected(o.rejectReason)}</p>}
      <Receipts o={o} onReplace={onReplace} />
      <ul>
        {lines.map((l) => (
          <li key={l.seq} className="shop-line shop-line-plain">
            <GoodsPicture goodsId={l.goodsId ?? ""} goodsType={null} name={l.goodsName ?? ""} />
            <div className="shop-line-name">
              <strong>{l.goodsName}</strong>
              <span className="sk-faint">
                {[l.goodsId, configurationText(l, locale)].filter(Boolean).join(" · ")}
              </span>
            </div>
            <Price value={l.unitPrice ?? 0} />
            <span>× {l.orderQty}</span>
            <Amount value={l.amount ?? 0} />
          </li>
        ))}
      </ul>
      {o.lines.length > shownLines && (
        <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t.collapse : `${t.expand}（${t.lines(o.lines.length)}）`}
        </Button>
      )}
      <OrderParcels o={o} onTrack={onLogistics} />
      <OrderReturns o={o} onWithdraw={onWithdraw} />
      <footer>
        <span className="sk-faint">
          {t.planned} {o.planOutDate}
        </span>
        <span className="shop-end">
          {(o.postage ?? 0) > 0 && (
            <span className="sk-faint">
              {locale.shop.buy.postage} <Amount value={o.postage ?? 0} />{" "}
            </span>
          )}
          {locale.shop.cart.total} <Amount value={o.totalAmount ?? 0} strong />
        </span>
        <div className="shop-order-buttons">
          {refuseSale("remove", o) === undefined && (
            <Button danger type="text" onClick={() => onRemove(o)}>
              {t.remove}
            </Button>
          )}
          <Button type="text" onClick={() => onAgain(o)}>
            {t.again}
          </Button>
          <Button onClick={() => void saveDocument(o.orderNo, documentType.quotation)}>{t.quotation}</Button>
          <Tooltip title={hasDeliveryNote(o) ? "" : t.noDelivery}>
            <Button
              disabled={!hasDeliveryNote(o)}
              onClick={() => void saveDocument(o.orderNo, documentType.deliveryNote)}
            >
              {t.delivery}
            </Button>
          </Tooltip>
          <Tooltip title={invoice?.filePath ? "" : t.invoiceMissing}>
            <Button
              disabled={!invoice?.filePath}
              onClick={() =>
                void saveFile(invoice?.filePath ?? "", `${locale.shop.invoice.fileName}-${o.orderNo}`)
              }
            >
              {t.invoice}
            </Button>
          </Tooltip>
          <Tooltip title={o.expressNo ? "" : t.noExpress}>
            <Button disabled={!o.expressNo} onClick={() => onLogistics(o)}>
              {t.logistics}
            </Button>
          </Tooltip>
          {(stat === created || stat === voucherUploaded) && (
            <Button type="primary" onClick={() => onVoucher(o)}>
              {t.voucher}
            </Button>
          )}
          {canReturn(o) && <Button onClick={() => onReturn(o)}>{locale.returns.ask}</Button>}
          {refuseSale("receive", o) === undefined && (
            <Button type="primary" onClick={() => onReceive(o)}>
              {t.receive}
            </Button>
          )}
        </div>
      </footer>
    </article>
  );
}
