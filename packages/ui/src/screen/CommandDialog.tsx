import type { Command, CommandInput, CommandOutput } from "@shotkeeper/contract/kernel";
import { App, Form, Modal } from "antd";
import { type ReactNode, useState } from "react";
import { messageOf, useClient, useFailure, useLocale } from "../app/index.ts";
import { useClosing } from "./closing.ts";
import type { FieldInput } from "./FieldItem.tsx";
import { FieldsForm, fromInputs, toInputs } from "./FieldsForm.tsx";
import { refusedField } from "./refusal.ts";
import { useWritten } from "./written.ts";

type InputName<C extends Command> = keyof C["input"] & string;

interface CommandDialogProps<C extends Command> {
  readonly command: C;
  readonly title: string;
  /** Sent as they are, and not asked for. */
  readonly given?: Partial<CommandInput<C>>;
  readonly initial?: Partial<CommandInput<C>>;
  /** What is asked for, in this order; by default every input that is not given. */
  readonly ask?: readonly InputName<C>[];
  readonly inputs?: Readonly<Partial<Record<InputName<C>, FieldInput>>>;
  readonly hints?: Readonly<Partial<Record<InputName<C>, string>>>;
  /** What this will do, above the fields. */
  readonly lead?: ReactNode;
  readonly okText?: string;
  readonly danger?: boolean;
  /** The sentence that tells the outcome; by default "done". */
  readonly told?: (output: CommandOutput<C>) => string;
  readonly onDone?: (output: CommandOutput<C>) => void;
  readonly onClose: () => void;
}

/** Asks for a command's inputs and runs it; refusals stand at their field. */
export function CommandDialog<C extends Command>(p: CommandDialogProps<C>) {
  const { command, given } = p;
  const client = useClient();
  const locale = useLocale();
  const { message } = App.useApp();
  const fail = useFailure();
  const written = useWritten();
  const [form] = Form.useForm();
  const [busy, setBusy] = useState(false);
  const dialog = useClosing(p.onClose);
  const fields = command.input;
  const names: readonly string[] = p.ask ?? Object.keys(fields).filter((n) => !given || !(n in given));

  async function run(): Promise<void> {
    setBusy(true);
    try {
      const input = { ...given, ...fromInputs(form.getFieldsValue(true), fields, names) };
      // Built from the command's own declaration, field by field.
      const output = await client.run(command, input as Partial<CommandInput<C>>);
      void message.success(p.told ? p.told(output) : locale.errors.S0012);
      written();
      p.onDone?.(output);
      dialog.close();
    } catch (error) {
      const field = refusedField(error, fields, names);
      if (field === undefined) fail(error);
      else form.setFields([{ name: field, errors: [messageOf(error, locale)] }]);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open={dialog.open}
      title={p.title}
      width={480}
      onCancel={dialog.close}
      afterOpenChange={dialog.afterOpenChange}
      okText={p.okText ?? locale.frame.common.ok}
      okButtonProps={{ danger: p.danger ?? false }}
      cancelText={locale.frame.common.cancel}
      confirmLoading={busy}
      onOk={() => form.submit()}
      mask={{ closable: false }}
    >
      {p.lead && <div className="sk-form-lead">{p.lead}</div>}
      <FieldsForm
        form={form}
        initial={toInputs(p.initial ?? {}, fields, names)}
        fields={fields}
        sections={[{ fields: names }]}
        inputs={p.inputs}
        hints={p.hints}
        onSubmit={() => void run()}
      />
    </Modal>
  );
}
