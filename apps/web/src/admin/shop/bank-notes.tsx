import { useLocale } from "@shotkeeper/ui/app";
import { Alert, Checkbox, Space } from "antd";
import type { BankLines } from "./bank-row.ts";

interface BankNotesProps {
  readonly found: BankLines;
  readonly isYuan: boolean;
  readonly onYuan: (isYuan: boolean) => void;
}

/** Shows which lines of a bank statement are left out. If the file does not name the currency, asks the user for it. */
export function BankNotes({ found, isYuan, onYuan }: BankNotesProps) {
  const { bank: t, shell } = useLocale();
  const { outgoingCount, pendingCount, faults, hasCurrency } = found;
  const counts = [
    ...(outgoingCount > 0 ? [t.outgoing(outgoingCount)] : []),
    ...(pendingCount > 0 ? [t.pending(pendingCount)] : []),
  ];
  return (
    <Space orientation="vertical" className="sk-bank-notes">
      {counts.length > 0 && <span>{counts.join(shell.common.listJoiner)}</span>}
      {faults.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t.faults(faults.length)}
          description={faults
            .map((x) => t.fault(x.lineRow, t.faultTexts[x.lineFault as keyof typeof t.faultTexts]))
            .join(shell.common.listJoiner)}
        />
      )}
      {!hasCurrency && (
        <Alert
          type="warning"
          showIcon
          title={t.noCurrency}
          description={
            <Checkbox checked={isYuan} onChange={(e) => onYuan(e.target.checked)}>
              {t.yuan}
            </Checkbox>
          }
        />
      )}
    </Space>
  );
}
