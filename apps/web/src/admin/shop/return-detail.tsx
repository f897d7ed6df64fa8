import { refundList, saleReturn } from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { Facts, Photos } from "@shotkeeper/ui/cells";
import { QueryGrid } from "@shotkeeper/ui/list";
import { Drawer } from "antd";
import { useMemo } from "react";
import { ReturnLines } from "./return-lines.tsx";
import type { ReturnRow } from "./return-row.ts";

const facts = [
  "orderNo",
  "returnKind",
  "returnStat",
  "returnReason",
  "reasonText",
  "returnAmount",
  "judgeReason",
  "judgedBy",
  "judgedAt",
  "returnedBy",
  "returnedAt",
  "settledBy",
  "settledAt",
  "shipmentNo",
];

/** Drawer with the details of a return: facts, pictures, goods and refunds. */
export function ReturnDetail({ row, onClose }: { readonly row: ReturnRow; readonly onClose: () => void }) {
  const t = useLocale().returns;
  const fixed = useMemo(
    () => [{ field: "returnNo", operator: "EQ" as const, value: row.returnNo }],
    [row.returnNo],
  );
  return (
    <Drawer open onClose={onClose} size={900} title={`${row.returnNo} · ${row.custName ?? ""}`}>
      <section className="sk-detail-section">
        <Facts fields={saleReturn.fields} names={facts} row={row} />
      </section>
      {row.filePaths && (
        <section className="sk-detail-section">
          <h3>{t.pictures}</h3>
          <Photos value={row.filePaths} />
        </section>
      )}
      <section className="sk-detail-section">
        <h3>{t.staff.lines}</h3>
        <ReturnLines returnNo={row.returnNo} />
      </section>
      <section className="sk-detail-section">
        <h3>{t.staff.refunds}</h3>
        <QueryGrid
          inner
          id="refunds"
          query={refundList}
          columns={[
            { name: "refundNo", width: 132 },
            { name: "refundKind", width: 104 },
            { name: "refundAmount", width: 116 },
            { name: "refundedOn", width: 116 },
            { name: "refundReference", width: 180 },
            { name: "createdBy", width: 104 },
          ]}
          fixed={fixed}
          height={200}
        />
      </section>
    </Drawer>
  );
}
