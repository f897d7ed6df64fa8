import type { QueryRow } from "@shotkeeper/contract/kernel";
import { invoice, invoiceList, issueInvoice, sendBackInvoice } from "@shotkeeper/contract/shop";
import { useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { App } from "antd";
import { useRef, useState } from "react";

type Row = QueryRow<typeof invoiceList>;

function Kind({ row }: { readonly row: Row }) {
  const t = useLocale().shop.invoice;
  return row.invoiceType === 1 ? t.auto : t.special;
}

function State({ row }: { readonly row: Row }) {
  const t = useLocale().shop.invoice;
  if (row.isInvoiced) return t.made;
  return row.sendBackReason ? t.sentBack(row.sendBackReason) : t.notMade;
}

const columns: Columns<typeof invoiceList> = [
  { name: "invoiceId", pin: "left", width: 132 },
  { name: "isInvoiced", width: 108 },
  { name: "custName", width: 210 },
  { name: "allMoney", width: 124 },
  { name: "orderCount", width: 84 },
  { name: "invoiceTitle", width: 210 },
  { name: "taxpayerId", width: 180 },
  { name: "createdDate", width: 168 },
  { name: "invoicedAt", width: 168 },
  { name: "sendBackReason", width: 168 },
  { name: "remark", width: 168 },
  { name: "invoiceType", width: 128, cell: (row) => <Kind row={row} /> },
  { name: "rowStat", width: 128, cell: (row) => <State row={row} /> },
];
const openFirst = [
  { field: "isInvoiced", direction: "asc" },
  { field: "createdDate", direction: "desc" },
] as const;

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
  const mayChange = allows(issueInvoice.access);
  const refused = (r: Row) => (r.isInvoiced || r.sendBackReason ? errors.wrongState : undefined);

  async function issue(file: File | undefined) {
    if (!file) return;
    if (file.type !== "application/pdf") return void message.warning(t.pdfOnly);
    const done = await act(async () => {
      const [row] = await client.upload([file], { fileCode: "invoice" });
      return client.run(issueInvoice, { invoiceId: wanted, fileId: row?.fileId ?? "" });
    }, t.issued);
    if (done) invalidate();
  }
  async function download(r: Row) {
    await act(async () => {
      const url = URL.createObjectURL(await client.file(r.filePath ?? ""));
      window.open(url, "_blank", "noopener");
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    });
  }
  return (
    <div className="sk-list">
      <input
        ref={picker}
        type="file"
        accept="application/pdf"
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
        search={["invoiceId", "custName", "remark"]}
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
                      refused: refused(r),
                      run: () => setSentBack(r.invoiceId),
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
