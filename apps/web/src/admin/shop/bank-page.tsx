import {
  bookBankLines,
  encodeChosenLine,
  matchBankLines,
  maxChosenLines,
  maxStatementBytes,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import { useAction, useClient, useFormats, useLocale } from "@shotkeeper/ui/app";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { Button, Empty } from "antd";
import { useMemo, useRef, useState } from "react";
import { BankNotes } from "./bank-notes.tsx";
import { type BankLines, type Choice, firstChoice, plansOf } from "./bank-row.ts";
import { BankTable } from "./bank-table.tsx";
import "./bank.css";

interface Loaded {
  readonly bankFile: string;
  readonly fileContent: string;
  readonly found: BankLines;
}

/** Returns the content of a file in base64. */
const contentOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error("the file cannot be read"));
    reader.readAsDataURL(file);
  });

/** Page on which staff match the incoming transfers of a bank statement with orders, and book the ticked transfers. */
export default function BankPage() {
  const { bank: t } = useLocale();
  const f = useFormats();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const picker = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [loaded, setLoaded] = useState<Loaded>();
  const [choice, setChoice] = useState<Choice>({ keys: [], orders: new Map(), newKeys: [] });
  const [isYuan, setYuan] = useState(false);

  async function match(file: Pick<Loaded, "bankFile" | "fileContent">): Promise<void> {
    const found = await act(() => client.run(matchBankLines, file));
    if (found === undefined) return;
    setLoaded({ ...file, found });
    setChoice(firstChoice(found));
  }
  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    setBusy(true);
    setYuan(false);
    try {
      await match({ bankFile: file.name, fileContent: await contentOf(file) });
    } finally {
      setBusy(false);
    }
  }
  const found = loaded?.found;
  const plans = useMemo(() => (found ? plansOf(found, choice) : new Map()), [found, choice]);
  const chosen = (found?.lines ?? []).filter((l) => plans.get(l.lineKey)?.isChosen);
  const sum = sumAmounts(chosen.map((l) => l.bankAmount));

  async function book(): Promise<void> {
    if (!loaded) return;
    setBusy(true);
    const openAmounts = new Map(loaded.found.orders.map((o) => [o.orderNo, o.openAmount]));
    const { bankFile, fileContent } = loaded;
    try {
      const done = await act(
        () =>
          client.run(bookBankLines, {
            bankFile,
            fileContent,
            isYuan,
            chosen: chosen.map(({ lineKey }) =>
              encodeChosenLine({
                lineKey,
                orders: (choice.orders.get(lineKey) ?? []).map((orderNo) => ({
                  orderNo,
                  openAmount: openAmounts.get(orderNo) ?? 0,
                })),
                paymentId: plans.get(lineKey)?.payment?.paymentId ?? null,
              }),
            ),
          }),
        t.booked(chosen.length, f.decimal(sum, 2)),
      );
      if (done === undefined) return;
      invalidate();
      await match({ bankFile, fileContent });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="sk-page">
      <input
        ref={picker}
        type="file"
        accept=".csv,.txt,.xml"
        hidden
        aria-label={t.choose}
        onChange={(e) => {
          void read(e.target.files?.[0]);
          e.target.value = "";
        }}
      />
      <p className="sk-faint">{t.lead(maxStatementBytes / 1024 / 1024)}</p>
      <p>
        <Button type={loaded ? "default" : "primary"} loading={busy} onClick={() => picker.current?.click()}>
          {t.choose}
        </Button>{" "}
        {loaded && <strong>{loaded.bankFile}</strong>}
      </p>
      {!loaded && <Empty description={t.empty} />}
      {found && (
        <>
          <BankNotes found={found} isYuan={isYuan} onYuan={setYuan} />
          <BankTable found={found} choice={choice} plans={plans} onChange={setChoice} />
          {chosen.length > maxChosenLines && <p>{t.limit(maxChosenLines)}</p>}
          <p>
            <Button
              type="primary"
              disabled={
                chosen.length === 0 || chosen.length > maxChosenLines || (!found.hasCurrency && !isYuan)
              }
              loading={busy}
              onClick={() => void book()}
            >
              {t.book(chosen.length, f.decimal(sum, 2))}
            </Button>
          </p>
        </>
      )}
    </div>
  );
}
