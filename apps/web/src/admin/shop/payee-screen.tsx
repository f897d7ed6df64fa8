import type { QueryRow } from "@shotkeeper/contract/kernel";
import { payee, payeeList, payeeQrPart } from "@shotkeeper/contract/shop";
import { useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, Photos } from "@shotkeeper/ui/cells";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { ListScreen } from "@shotkeeper/ui/list";
import { useRef, useState } from "react";

type Row = QueryRow<typeof payeeList>;

const columns: Columns<typeof payeeList> = [
  { name: "accountHolder", pin: "left", width: 240 },
  { name: "bankName", width: 240 },
  { name: "bankAccount", width: 220 },
  { name: "bankCode", width: 140 },
  { name: "qrPath", width: 112, cell: (row) => <Photos value={row.qrPath} /> },
  { name: "remark", width: 220 },
];

/** Screen of the bank accounts to which customers pay. The shop and its documents show all these accounts. */
export default function PayeeScreen() {
  const t = useLocale().shop.payee;
  const client = useClient();
  const act = useAction();
  const { mayWrite } = useSession();
  const invalidate = useInvalidateData();
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Row>();
  const upload = async (file: File | undefined) => {
    if (!file || !chosen) return;
    const owner = { ownerTable: payee.wire, ownerId: String(chosen.payeeId), ownerPart: payeeQrPart };
    await act(() => client.upload([file], owner), t.qrDone);
    invalidate();
  };
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-label={t.qr}
        onChange={(e) => {
          void upload(e.target.files?.[0]);
          e.target.value = "";
        }}
      />
      <ListScreen
        query={payeeList}
        entity={payee}
        columns={columns}
        form={{
          sections: [{ fields: ["accountHolder", "bankName", "bankAccount", "bankCode", "remark"] }],
          hints: { bankCode: t.codeHint },
        }}
        search={["accountHolder", "bankName", "bankAccount"]}
        actions={
          mayWrite(payee, "M")
            ? (row) => [
                {
                  key: "qr",
                  label: t.qr,
                  run: () => {
                    setChosen(row);
                    picker.current?.click();
                  },
                },
              ]
            : undefined
        }
        actionsWidth={176}
        emptyHint={t.empty}
      />
    </>
  );
}
