import {
  type Command,
  type CommandInput,
  type CommandOutput,
  type CommandPreview,
  changesNothing,
  type Fields,
} from "@shotkeeper/contract/kernel";
import { Alert, App, Form, Modal } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { isQueued, messageOf, useClient, useFailure, useLocale, useViewOnly } from "../app/index.ts";
import { useInvalidateData } from "../data/invalidation.ts";
import { refusedField } from "../data/refusal.ts";
import type { FieldInput } from "../form/field-item.tsx";
import { FieldsForm, fromInputs, toInputs } from "../form/fields-form.tsx";
import { singleRun } from "../form/single-run.ts";
import { useClosing } from "../form/use-closing.ts";

type InputName<C extends Command> = keyof C["input"] & string;

/**
 * Preview in a dialog. The dialog shows which changes the command would make. Then the user confirms the command.
 */
export interface DialogPreview<P> {
  readonly show: (found: P) => ReactNode;
  /**
   * Returns true if the command would change nothing that is worth showing. The dialog then runs the command at once.
   */
  readonly isEmpty: (found: P) => boolean;
  /**
   * True if `isEmpty` can return true for this command. The first click then perhaps runs the command at once. So the
   * button has the command's name and does not announce a preview.
   */
  readonly mayRunAtOnce: boolean;
}

interface CommandDialogProps<C extends Command> {
  readonly command: C;
  readonly title: string;
  /** Inputs of the command that are sent without a field in the dialog. */
  readonly preset?: Partial<CommandInput<C>>;
  readonly initial?: Partial<CommandInput<C>>;
  /** Names of the inputs that the dialog asks for, in this order. Default: all inputs that are not preset. */
  readonly ask?: readonly InputName<C>[];
  /** Inputs that this dialog requires, although the command does not require them in each case. */
  readonly required?: readonly InputName<C>[] | undefined;
  readonly inputs?: Readonly<Partial<Record<InputName<C>, FieldInput>>>;
  readonly hints?: Readonly<Partial<Record<InputName<C>, string>>>;
  /** Text above the fields that explains the command. */
  readonly lead?: ReactNode;
  readonly okText?: string;
  /**
   * For a command with a preview: the first click on the button shows the changes, and the second click runs the
   * command. If nothing would change, the first click runs the command.
   */
  readonly preview?: DialogPreview<CommandPreview<C>>;
  readonly danger?: boolean;
  /** Width of the dialog, px. Set it if `lead` needs more than the usual width. */
  readonly width?: number;
  /** Returns the message after success. Default: "Done". */
  readonly successText?: (output: CommandOutput<C>) => string;
  readonly onDone?: (output: CommandOutput<C>) => void;
  readonly onClose: () => void;
}

/** Returns the fields, and marks the fields `names` as required. */
const requiring = (fields: Fields, names: readonly string[] = []): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, f]) => [name, names.includes(name) ? { ...f, required: true } : f]),
  );

/** Scrolls the preview into view when it appears below a long form. */
function showPreview(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: "nearest" });
}

/**
 * A dialog that asks for the inputs of a command and runs the command. A refusal about a field is shown at that field.
 */
export function CommandDialog<C extends Command>(p: CommandDialogProps<C>) {
  const { command, preset } = p;
  const client = useClient();
  const locale = useLocale();
  const { message } = App.useApp();
  const fail = useFailure();
  const invalidate = useInvalidateData();
  const [form] = Form.useForm();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<CommandPreview<C>>();
  const [once] = useState(singleRun);
  // Number of times that the user has changed the inputs. A preview that arrives after a change is out of date.
  const changes = useRef(0);
  const dialog = useClosing(p.onClose);
  const inView = useViewOnly();
  const viewOnly = changesNothing(command) ? undefined : inView;
  const fields = requiring(command.input, p.required);
  const names: readonly string[] = p.ask ?? Object.keys(fields).filter((n) => !preset || !(n in preset));

  /** Runs the command, or first its preview. Resolves with true if the dialog is over. */
  async function run(): Promise<boolean> {
    setBusy(true);
    try {
      const input = { ...preset, ...fromInputs(form.getFieldsValue(true), fields, names) };
      // The cast is safe, because the input is built from the fields that the command declares.
      const typed = input as Partial<CommandInput<C>>;
      if (p.preview && found === undefined) {
        const { current } = changes;
        const answer = await client.preview(command, typed);
        if (changes.current !== current) return false;
        if (!p.preview.isEmpty(answer)) {
          setFound(answer);
          return false;
        }
      }
      const output = await client.run(command, typed);
      void message.success(p.successText ? p.successText(output) : locale.errors.done);
      invalidate();
      p.onDone?.(output);
      dialog.close();
      return true;
    } catch (error) {
      if (isQueued(error)) {
        fail(error);
        invalidate();
        dialog.close();
        return true;
      }
      const field = refusedField(error, fields, names);
      if (field === undefined) fail(error);
      else form.setFields([{ name: field, errors: [messageOf(error, locale)] }]);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const outdate = () => {
    changes.current++;
    setFound(undefined);
  };
  const isAsking = p.preview !== undefined && found === undefined;
  const isOnlyPreview = isAsking && p.preview?.mayRunAtOnce === false;
  const { common } = locale.shell;

  return (
    <Modal
      open={dialog.open}
      title={p.title}
      width={p.width ?? (p.preview ? 640 : 480)}
      onCancel={dialog.close}
      afterOpenChange={dialog.afterOpenChange}
      okText={isOnlyPreview ? common.preview : (p.okText ?? common.ok)}
      okButtonProps={{ danger: !isOnlyPreview && (p.danger ?? false), disabled: viewOnly !== undefined }}
      cancelText={common.cancel}
      confirmLoading={busy}
      onOk={() => form.submit()}
      mask={{ closable: false }}
    >
      {viewOnly && <Alert type="info" showIcon className="sk-form-note" title={viewOnly} />}
      {p.lead && <div className="sk-form-lead">{p.lead}</div>}
      <FieldsForm
        form={form}
        initial={toInputs(p.initial ?? {}, fields, names)}
        fields={fields}
        sections={[{ fields: names }]}
        inputs={p.inputs}
        hints={p.hints}
        onSubmit={() => void once(run)}
        onChange={outdate}
      />
      {found !== undefined && (
        <section className="sk-form-preview" aria-live="polite" ref={showPreview}>
          {p.preview?.show(found)}
        </section>
      )}
    </Modal>
  );
}
