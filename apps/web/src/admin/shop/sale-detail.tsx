import { orderStat } from "@shotkeeper/contract/enumerations";
import {
  addressParts,
  documentType,
  hasDeliveryNote,
  saleLines,
  saleList,
  voucherFiles,
} from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, Facts, Photos } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { QueryGrid } from "@shotkeeper/ui/list";
import { Button, Drawer } from "antd";
import { useMemo } from "react";
import { nameColumns, useGoodsName } from "../../goods-name.ts";
import type { SaleRow } from "./sale-row.ts";
import { SaleShipments } from "./sale-shipments.tsx";
import { saleTones } from "./sale-tones.ts";
import { useDocument } from "./use-document.ts";

const facts = [
  "oemName",
  "orderDate",
  "orderedBy",
  "needsApproval",
  "approvedBy",
  "approvedAt",
  "recMan",
  "recTel",
  "recAddress",
  "custCode",
  "postage",
  "totalAmount",
  "creditedAmount",
  "receivedAmount",
  "openAmount",
  "refundedAmount",
  "carrier",
  "expressNo",
  "remark",
];

/** Drawer with the details of an order: fields, lines, payment vouchers and printed documents. */
export function SaleDetail({ row, onClose }: { readonly row: SaleRow; readonly onClose: () => void }) {
  const { shop, fields, code } = useLocale();
  const t = shop.staff;
  const nameOf = useGoodsName();
  const openDocument = useDocument();
  const fixed = useMemo(
    () => [{ field: "orderNo", operator: "EQ" as const, value: row.orderNo }],
    [row.orderNo],
  );
  const { data } = useRows(voucherFiles, { where: fixed });
  const paths = (data?.rows ?? []).map((v) => v.filePath).filter(Boolean);
  const address = addressParts(row).join(" ");
  return (
    <Drawer
      open
      onClose={onClose}
      size={1000}
      title={
        <span className="sk-tags">
          {`${row.orderNo} · ${row.custName ?? ""}`}
          <ChoiceTag of={orderStat} value={row.orderStat} tones={saleTones} />
        </span>
      }
      extra={
        <span className="sk-row-actions">
          <Button onClick={() => void openDocument(row.orderNo, documentType.quotation)}>
            {shop.home.quotation}
          </Button>{" "}
          <Button
            disabled={!hasDeliveryNote(row)}
            onClick={() => void openDocument(row.orderNo, documentType.deliveryNote)}
          >
            {shop.home.delivery}
          </Button>
        </span>
      }
    >
      <section className="sk-detail-section">
        <Facts fields={saleList.columns} names={facts} row={row} cells={{ recAddress: address }} />
      </section>
      <section className="sk-detail-section">
        <h3>{t.lines}</h3>
        <QueryGrid
          inner
          id="saleDetail"
          query={saleLines}
          columns={[
            { name: "goodsId", width: 104 },
            { name: nameColumns[code], title: fields.goodsName, width: 160, text: nameOf },
            { name: "orderQty", width: 80 },
            { name: "unitPrice", width: 110 },
            { name: "dueAmount", width: 130 },
            { name: "moldKind", width: 100 },
            {
              name: "magnet",
              width: 128,
              text: (r) => (r.magnet === 1 ? shop.product.round : r.magnet === 0 ? shop.product.square : "–"),
            },
            { name: "shippedQty", width: 96 },
            { name: "cancelledQty", width: 96 },
            { name: "returnedQty", width: 96 },
            { name: "exchangedQty", width: 96 },
            { name: "seq", width: 72 },
          ]}
          fixed={fixed}
          height={280}
        />
      </section>
      <section className="sk-detail-section">
        <h3>{t.shipments}</h3>
        <SaleShipments orderNo={row.orderNo} />
      </section>
      <section className="sk-detail-section">
        <h3>{t.vouchers}</h3>
        {paths.length > 0 ? <Photos value={paths.join(",")} /> : <p className="sk-faint">{t.noVouchers}</p>}
      </section>
    </Drawer>
  );
}
