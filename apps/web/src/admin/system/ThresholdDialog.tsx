import {
  type KnownParameter,
  type KnownParameterId,
  parameter,
  refuseValue,
} from "@shotkeeper/contract/system";
import { messageOf, textOf, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { refusalText, useClosing, useWritten } from "@shotkeeper/ui/screen";
import { App, Button, InputNumber, Modal } from "antd";
import { useState } from "react";
import { type Stored, useValueText } from "./threshold-text.ts";

interface ThresholdDialogProps {
  readonly p: KnownParameter;
  readonly stored: Stored | undefined;
  readonly onClose: () => void;
}

/** One number, its limits, and the way back to what holds by itself. */
export function ThresholdDialog({ p, stored, onClose }: ThresholdDialogProps) {
  const locale = useLocale();
  const { system, frame, fields } = locale;
  const t = system.parameter;
  const words = t.words[p.id as KnownParameterId];
  const client = useClient();
  const { can } = useSession();
  const { message } = App.useApp();
  const written = useWritten();
  const text = useValueText();
  const dialog = useClosing(onClose);
  const [value, setValue] = useState(stored ? Number(stored.prmValue) : p.standard);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const run = async (work: () => Promise<string>) => {
    setBusy(true);
    try {
      void message.success(textOf(await work(), locale));
      written();
      dialog.close();
    } catch (error) {
      setProblem(messageOf(error, locale));
    } finally {
      setBusy(false);
    }
  };
  const save = () => {
    if (value === null) return setProblem(frame.common.enter(fields.prmValue));
    const prmValue = String(value);
    const refused = refuseValue(p.id, prmValue);
    if (refused) return setProblem(refusalText(refused, locale));
    const row = { prmId: p.id, prmValue };
    void run(() =>
      stored
        ? client.update(parameter, [{ ...row, updatedDate: stored.updatedDate }])
        : client.insert(parameter, [{ ...row, remark: words.name }]),
    );
  };
  return (
    <Modal
      open={dialog.open}
      afterOpenChange={dialog.afterOpenChange}
      onCancel={dialog.close}
      title={words.name}
      width={440}
      mask={{ closable: false }}
      footer={
        <div className="sk-form-footer">
          {stored && can("BS109", "D") && (
            <Button
              className="sk-footer-start"
              disabled={busy}
              onClick={() =>
                void run(() => client.remove(parameter, [{ prmId: p.id, updatedDate: stored.updatedDate }]))
              }
            >
              {t.putBack}
            </Button>
          )}
          <Button onClick={dialog.close}>{frame.common.cancel}</Button>
          <Button type="primary" loading={busy} onClick={save}>
            {frame.common.save}
          </Button>
        </div>
      }
    >
      <p className="sk-form-lead">{words.effect}</p>
      <InputNumber
        aria-label={words.name}
        autoFocus
        value={value}
        onChange={(v) => {
          setValue(v);
          setProblem(undefined);
        }}
        onPressEnter={save}
        controls={false}
        style={{ width: "100%" }}
        {...(p.unit ? { suffix: frame.units[p.unit] } : {})}
        {...(problem ? { status: "error" as const } : {})}
      />
      <p className={problem ? "sk-problem" : "sk-faint"} role={problem ? "alert" : undefined}>
        {problem ?? t.range(text(p, p.min), text(p, p.max))}
      </p>
    </Modal>
  );
}
