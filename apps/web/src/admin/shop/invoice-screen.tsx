import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import {
  cancelInvoice,
  invoice,
  invoiceList,
  issueInvoice,
  sendBackInvoice,
} from "@shotkeeper/contract/shop";
import { useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useInvalidateData, useRows } from "@shotkeeper/ui/data";
import { FilterStrip, QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { App } from "antd";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { saveBlob } from "../../save-blob.ts";

type Row = QueryRow<typeof invoiceList>;

function Kind({ row }: { readonly row: Row }) {
  const { shop, returns } = useLocale();
  if (row.redOf) return returns.red;
  return row.invoiceType === 1 ? shop.invoice.auto : shop.invoice.special;
}

function State({ row }: { readonly row: Row }) {
  const t = useLocale().shop.invoice;
  if (row.cancelReason) return t.cancelled(row.cancelReason);
  if (row.isInvoiced) return t.made;
  return row.sendBackReason ? t.sentBack(row.sendBackReason) : t.notMade;
}

const columns: Columns<typeof invoiceList> = [
  { name: "invoiceId", pin: "left", width: 132 },
  { name: "isInvoiced", width: 108 },
  { name: "custName", onCard: true, width: 210 },
  { name: "allMoney", onCard: true, width: 124 },
  { name: "orderCount", width: 84 },
  { name: "invoiceTitle", width: 210 },
  { name: "taxpayerId", width: 180 },
  { name: "createdDate", width: 168 },
  { name: "invoicedAt", width: 168 },
  { name: "sendBackReason", width: 168 },
  { name: "remark", width: 168 },
  { name: "invoiceType", width: 128, cell: (row) => <Kind row={row} /> },
  { name: "rowStat", width: 128, cell: (row) => <State row={row} /> },
  { name: "redOf", width: 140 },
];
const openFirst = [
  { field: "isInvoiced", direction: "asc" },
  { field: "createdDate", direction: "desc" },
] as const;

const stat = (value: number): readonly Condition[] => [{ field: "rowStat", operator: "EQ", value }];
/** Filter of each tab (requests, issued invoices, closed invoices), by the column `rowStat` that the list computes. */
const conditions: Readonly<Record<string, readonly Condition[]>> = {
  asked: stat(1),
  issued: stat(3),
  back: stat(0),
  cancelled: stat(4),
};
const everything: readonly Condition[] = [];

function useCount(name: string): number | undefined {
  return useRows(invoiceList, { where: conditions[name] ?? everything, limit: 1 }).data?.total;
}

/** Screen of invoice requests. Staff upload the invoice, or send the request back with a reason. */
export default function InvoiceScreen() {
  const { shop, screen, menus, errors } = useLocale();
  const t = shop.staff;
  const { allows } = useSession();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const { message } = App.useApp();
  const picker = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState("");
  const [sentBack, setSentBack] = useState<string>();
  const [cancelled, setCancelled] = useState<string>();
  const [params, setParams] = useSearchParams();
  const requested = params.get("stat") ?? "";
  const shown = requested in conditions ? requested : "";
  const counts = {
    asked: useCount("asked"),
    issued: useCount("issued"),
    back: useCount("back"),
    cancelled: useCount("cancelled"),
  };
  const mayChange = allows(issueInvoice.access);
  const refused = (r: Row) => (r.isInvoiced || r.sendBackReason ? errors.wrongState : undefined);

  async function issue(file: File | undefined) {
    if (!file) return;
    if (!/\.(pdf|ofd)$/i.test(file.name)) return void message.warning(t.pdfOnly);
    const done = await act(async () => {
      const [row] = await client.upload([file], { fileCode: "invoice" });
      return client.run(issueInvoice, { invoiceId: wanted, fileId: row?.fileId ?? "" });
    }, t.issued);
    if (done) invalidate();
  }
  async function download(r: Row) {
    await act(async () => {
      const blob = await client.file(r.filePath ?? "");
      saveBlob(
        blob,
        `${shop.invoice.fileName}-${r.invoiceId}.${blob.type === "application/ofd" ? "ofd" : "pdf"}`,
      );
    });
  }
  return (
    <div className="sk-list sk-list-headed">
      <FilterStrip
        label={shop.home.all}
        items={(["asked", "issued", "back", "cancelled"] as const).map((key) => ({
          key,
          label: t.invoiceStats[key],
          count: counts[key],
        }))}
        chosen={shown}
        onChoose={(key: string) => setParams(key === "" ? {} : { stat: key })}
      />
      <input
        ref={picker}
        type="file"
        accept=".pdf,.ofd"
        hidden
        aria-label={t.issue}
        onChange={(e) => {
          void issue(e.target.files?.[0]);
          e.target.value = "";
        }}
      />
      <QueryGrid
        query={invoiceList}
        entity={invoice}
        columns={columns}
        fixed={conditions[shown] ?? everything}
        search={["custName", "invoiceId", "remark"]}
        sort={openFirst}
        actionsWidth={176}
        rowActions={(r) => (
          <RowActions
            actions={[
              ...(mayChange
                ? [
                    {
                      key: "issue",
                      label: t.issue,
                      refused: refused(r),
                      run: () => {
                        setWanted(r.invoiceId);
                        picker.current?.click();
                      },
                    },
                    {
                      key: "back",
                      label: t.sendBack,
                      danger: true,
                      refused: r.redOf ? errors.wrongState : refused(r),
                      run: () => setSentBack(r.invoiceId),
                    },
                  ]
                : []),
              ...(mayChange && r.isInvoiced
                ? [
                    {
                      key: "cancel",
                      label: t.cancelInvoice,
                      danger: true,
                      refused: r.cancelledAt || r.redOf ? errors.wrongState : undefined,
                      run: () => setCancelled(r.invoiceId),
                    },
                  ]
                : []),
              {
                key: "file",
                label: t.download,
                refused: r.filePath ? undefined : errors.invoiceNotUploaded,
                run: () => void download(r),
              },
            ].sort((a, b) => Number(a.refused !== undefined) - Number(b.refused !== undefined))}
          />
        )}
        empty={<EmptyHint title={screen.empty.title(menus.salesInvoice)} hint={t.invoicesEmpty} />}
      />
      {cancelled !== undefined && (
        <CommandDialog
          command={cancelInvoice}
          title={t.cancelInvoice}
          preset={{ invoiceId: cancelled }}
          danger
          onClose={() => setCancelled(undefined)}
        />
      )}
      {sentBack !== undefined && (
        <CommandDialog
          command={sendBackInvoice}
          title={t.sendBack}
          preset={{ invoiceId: sentBack }}
          danger
          onClose={() => setSentBack(undefined)}
        />
      )}
    </div>
  );
}
