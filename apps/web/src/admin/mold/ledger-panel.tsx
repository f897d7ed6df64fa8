import { CheckCircleFilled, WarningFilled } from "@ant-design/icons";
import { menus } from "@shotkeeper/contract/menus";
import { correctCount, explainCount } from "@shotkeeper/contract/mold";
import { Ago, ToneTag, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useCommandData } from "@shotkeeper/ui/data";
import { Button } from "antd";
import { useState } from "react";
import { previewAlways } from "../count-preview.tsx";
import { CounterLink } from "../links.tsx";
import { type LedgerLine, ledgerSum } from "./ledger-lines.ts";

/** Number of summands that are shown at first: the newest summands. A link shows all others. */
const shownLines = 6;

function LineText({ line }: { readonly line: LedgerLine }) {
  const { mold, shell } = useLocale();
  const t = mold.ledger;
  const f = useFormats();
  switch (line.kind) {
    case "opening":
      return <strong>{t.opening}</strong>;
    case "binding": {
      const b = line.binding;
      return (
        <>
          <strong>
            <CounterLink no={b.writerId} />
          </strong>
          <span>
            {f.date(b.bindTime)} – {b.unbindTime ? f.date(b.unbindTime) : t.now}
          </span>
          <small>
            {t.readings(f.whole(b.readings))}
            {b.firstCount !== null && b.lastCount !== null && (
              <> · {t.counts(f.whole(b.firstCount), f.whole(b.lastCount))}</>
            )}
          </small>
        </>
      );
    }
    case "correction": {
      const { createdBy, createdDate, reason, isEstimated, gapFrom, gapTo } = line.correction;
      const minute = (at: string | null) => f.dateTime(at).slice(0, 16);
      return (
        <>
          <strong>{t.correction}</strong>
          {isEstimated && <ToneTag tone="info">{t.isEstimated}</ToneTag>}
          <span>
            {createdBy} · <Ago at={createdDate} />
          </span>
          {isEstimated && <small>{t.gap(minute(gapFrom), minute(gapTo))}</small>}
          <small>{reason || shell.common.none}</small>
        </>
      );
    }
  }
}

/** Panel that explains a mold's total shots as an addition, one summand per line. */
export function LedgerPanel({ moldNo }: { readonly moldNo: string }) {
  const { mold } = useLocale();
  const t = mold.ledger;
  const f = useFormats();
  const { can } = useSession();
  const explained = useCommandData(explainCount, { moldNo }, { live: ["reading", "board"] });
  const [all, setAll] = useState(false);
  const [correcting, setCorrecting] = useState(false);
  const sum = explained.data && ledgerSum(explained.data);
  const first = sum?.lines[0];
  const later = sum?.lines.slice(1) ?? [];
  const folded = all ? 0 : Math.max(0, later.length - shownLines);
  const foldedSum = later.slice(0, folded).reduce((s, l) => s + l.shots, 0);
  const total = explained.data?.total ?? 0;

  return (
    <Panel
      title={t.title}
      wait={explained}
      extra={
        can(menus.mold, "C") && (
          <Button size="small" onClick={() => setCorrecting(true)} disabled={!sum}>
            {t.correct}
          </Button>
        )
      }
    >
      <p className="sk-ledger-lead">{t.lead}</p>
      {sum && first && (
        <div className="sk-ledger">
          <div className="sk-ledger-line">
            <span className="sk-ledger-sign" />
            <div className="sk-ledger-text">
              <LineText line={first} />
            </div>
            <span className="sk-ledger-shots">{f.whole(first.shots)}</span>
          </div>
          {folded > 0 && (
            <div className="sk-ledger-line">
              <span className="sk-ledger-sign">+</span>
              <div className="sk-ledger-text">
                <button type="button" className="sk-link" onClick={() => setAll(true)}>
                  {t.older(folded)}
                </button>
              </div>
              <span className="sk-ledger-shots">{f.whole(foldedSum)}</span>
            </div>
          )}
          {later.slice(folded).map((line, i) => (
            // The index is the key, because new lines are normally added at the end of the list.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <div key={folded + i} className="sk-ledger-line" data-kind={line.kind}>
              <span className="sk-ledger-sign">{line.shots < 0 ? "−" : "+"}</span>
              <div className="sk-ledger-text">
                <LineText line={line} />
              </div>
              <span className="sk-ledger-shots">{f.whole(Math.abs(line.shots))}</span>
            </div>
          ))}
          <div className="sk-ledger-line sk-ledger-total">
            <span className="sk-ledger-sign">=</span>
            <div className="sk-ledger-text">
              <strong>{t.total}</strong>
              {sum.addsUp ? (
                <small className="sk-ledger-ok">
                  <CheckCircleFilled /> {t.adds}
                </small>
              ) : (
                <small className="sk-ledger-bad">
                  <WarningFilled /> {t.differs}
                </small>
              )}
            </div>
            <span className="sk-ledger-shots">{f.whole(total)}</span>
          </div>
          {all && later.length > shownLines && (
            <button type="button" className="sk-link" onClick={() => setAll(false)}>
              {t.fold}
            </button>
          )}
        </div>
      )}
      {correcting && (
        <CommandDialog
          command={correctCount}
          title={t.correct}
          lead={t.correctLead(f.whole(total))}
          preset={{ moldNo }}
          hints={{ qty: t.qtyHint }}
          preview={previewAlways}
          successText={(o) => t.corrected(f.whole(o.total))}
          onClose={() => setCorrecting(false)}
        />
      )}
    </Panel>
  );
}
