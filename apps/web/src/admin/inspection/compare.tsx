import { appointLevel, appointState } from "@shotkeeper/contract/inspection";
import { missing, useFormats, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, Photos } from "@shotkeeper/ui/cells";
import { useClosing } from "@shotkeeper/ui/form";
import { CloseDrawerContext } from "@shotkeeper/ui/list";
import { Drawer } from "antd";
import type { ReactNode } from "react";
import { MoldLink } from "../links.tsx";
import { appointLevelTones, appointStateTones } from "../tones.ts";
import type { AppointRow } from "./use-appoints.tsx";
import "./inspection.css";

interface CompareProps {
  readonly row: AppointRow;
  readonly actions: ReactNode;
  readonly onClose: () => void;
}

interface SideProps {
  readonly title: string;
  readonly text: string | null;
  readonly photos: string | null;
  readonly by: string | null;
  readonly at: string | null;
}

function Side({ title, text, photos, by, at }: SideProps) {
  const f = useFormats();
  return (
    <section>
      <h3>{title}</h3>
      <p className="sk-faint">{[by, at && f.dateTime(at)].filter(Boolean).join(" · ") || missing}</p>
      <p>{text ?? missing}</p>
      <Photos value={photos} />
    </section>
  );
}

/** Shows an issue's problem and its solution side by side. */
export function Compare({ row, actions, onClose }: CompareProps) {
  const { inspection: t, fields } = useLocale();
  const f = useFormats();
  const drawer = useClosing(onClose);
  return (
    <Drawer
      open={drawer.open}
      onClose={drawer.close}
      afterOpenChange={drawer.afterOpenChange}
      title={`${row.appointId} · ${row.moldNo}`}
      size={860}
      footer={
        <div className="sk-form-footer">
          <CloseDrawerContext value={drawer.close}>{actions}</CloseDrawerContext>
        </div>
      }
    >
      <p className="sk-tags">
        <ChoiceTag of={appointState} value={row.appointState} tones={appointStateTones} />
        <ChoiceTag of={appointLevel} value={row.appointLevel} tones={appointLevelTones} />
        <MoldLink no={row.moldNo} />
        <span>{row.moldName}</span>
        <span className="sk-faint">
          {fields.dueOn} {f.date(row.dueOn)}
        </span>
      </p>
      {row.sendBackReason && (
        <p className="sk-before-after-back">{t.wasSentBack(row.sentBackCount ?? 0, row.sendBackReason)}</p>
      )}
      <div className="sk-before-after">
        <Side
          title={t.before}
          text={row.problem}
          photos={row.problemUrl}
          by={row.issueFoundByName}
          at={row.issueFoundAt}
        />
        <Side
          title={t.after}
          text={row.saveProblem}
          photos={row.saveProblemUrl}
          by={row.saveProblemByName}
          at={row.saveProblemDate}
        />
      </div>
    </Drawer>
  );
}
