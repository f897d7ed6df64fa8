import {
  approveReturn,
  onTerms,
  refuseReturnRequest,
  returnKind,
  settleReturn,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { wallClock } from "@shotkeeper/ui/time";
import { ReturnLines } from "./return-lines.tsx";
import type { ReturnRow } from "./return-row.ts";

interface ReturnStepDialogProps {
  readonly step: "approve" | "refuse" | "settle";
  readonly row: ReturnRow;
  readonly onClose: () => void;
}

/** Dialog for a decision of staff on a return: approve, refuse, or refund. The dialog shows the goods. */
export function ReturnStepDialog({ step, row, onClose }: ReturnStepDialogProps) {
  const { returns } = useLocale();
  const t = returns.staff;
  const f = useFormats();
  const title = `${t[step]} · ${row.returnNo}`;
  const preset = { returnNo: row.returnNo };
  const shared = { title, preset, onClose, width: 640 };
  const { cancel, exchange } = returnKind.values;
  if (step === "approve")
    return (
      <CommandDialog
        {...shared}
        command={approveReturn}
        lead={
          <>
            <p>
              {row.returnKind === cancel
                ? t.approveCancel
                : row.returnKind === exchange
                  ? t.approveExchange
                  : t.approveReturn}
            </p>
            <ReturnLines returnNo={row.returnNo} />
          </>
        }
        okText={t.approve}
        successText={() => t.approved}
      />
    );
  if (step === "refuse")
    return (
      <CommandDialog
        {...shared}
        command={refuseReturnRequest}
        lead={<ReturnLines returnNo={row.returnNo} />}
        okText={t.refuse}
        danger
        successText={() => t.refused}
      />
    );
  const rest = sumAmounts([row.returnAmount ?? 0, -(row.refundedAmount ?? 0)]);
  const owed = Math.min(rest, row.refundDue ?? 0);
  const asksCredit = onTerms({ statementDays: row.statementDays });
  return (
    <CommandDialog
      {...shared}
      command={settleReturn}
      lead={<p>{t.owed(f.decimal(owed, 2))}</p>}
      ask={[...(asksCredit ? (["isCredit"] as const) : []), "refundAmount", "refundedOn", "refundReference"]}
      initial={{ refundAmount: owed, refundedOn: wallClock().format("YYYY-MM-DD") }}
      hints={{ isCredit: t.creditHint }}
      okText={t.settle}
      successText={() => t.settled}
    />
  );
}
