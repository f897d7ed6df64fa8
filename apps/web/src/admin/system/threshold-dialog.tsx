import {
  type KnownParameter,
  type KnownParameterId,
  parameter,
  refuseValue,
} from "@shotkeeper/contract/system";
import { messageOf, textOf, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { refusalText, useInvalidateData } from "@shotkeeper/ui/data";
import { useClosing } from "@shotkeeper/ui/form";
import { App, Button, InputNumber, Modal } from "antd";
import { useState } from "react";
import { type Stored, useValueText } from "./threshold-text.ts";

interface ThresholdDialogProps {
  readonly p: KnownParameter;
  readonly stored: Stored | undefined;
  readonly onClose: () => void;
}

/**
 * Dialog to edit the value of one threshold. The dialog shows the allowed range and has a button to restore the
 * default.
 */
export function ThresholdDialog({ p, stored, onClose }: ThresholdDialogProps) {
  const locale = useLocale();
  const { system, shell, fields } = locale;
  const t = system.parameter;
  const words = t.words[p.id as KnownParameterId];
  const client = useClient();
  const { mayWrite } = useSession();
  const { message } = App.useApp();
  const invalidate = useInvalidateData();
  const text = useValueText();
  const dialog = useClosing(onClose);
  const [value, setValue] = useState(stored ? Number(stored.prmValue) : p.standard);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const run = async (work: () => Promise<string>) => {
    setBusy(true);
    try {
      void message.success(textOf(await work(), locale));
      invalidate();
      dialog.close();
    } catch (error) {
      setProblem(messageOf(error, locale));
    } finally {
      setBusy(false);
    }
  };
  const save = () => {
    if (value === null) return setProblem(shell.common.enter(fields.prmValue));
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
          {stored && mayWrite(parameter, "D") && (
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
          <Button onClick={dialog.close}>{shell.common.cancel}</Button>
          <Button type="primary" loading={busy} onClick={save}>
            {shell.common.save}
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
        {...(p.unit ? { suffix: shell.units[p.unit] } : {})}
        {...(problem ? { status: "error" as const } : {})}
      />
      <p className={problem ? "sk-problem" : "sk-faint"} role={problem ? "alert" : undefined}>
        {problem ?? t.range((p.mayBeZero ? `${text(p, 0)}, ` : "") + text(p, p.min), text(p, p.max))}
      </p>
    </Modal>
  );
}
