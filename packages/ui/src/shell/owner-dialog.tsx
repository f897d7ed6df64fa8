import { Form, Input, Modal } from "antd";
import { useState } from "react";
import { isExpiry, messageOf, useLocale } from "../app/index.ts";

interface Props {
  readonly title: string;
  /** False for changes that need no password, and for users without a password, who sign in by a provider. */
  readonly asksPassword: boolean;
  /** Initial text of the name input. Undefined: the dialog asks for no name. */
  readonly name?: string;
  readonly danger?: boolean;
  readonly okText: string;
  /** Performs the change. After a success, the dialog closes. After a refusal, it shows the message. */
  readonly run: (password: string | undefined, name: string) => Promise<void>;
  readonly onClose: () => void;
}

interface Values {
  readonly password?: string;
  readonly name?: string;
}

/**
 * Dialog in which users change their own log-in, for example remove a passkey. Asks for the password unless
 * `asksPassword` is false.
 */
export function OwnerDialog({ title, asksPassword, name, danger, okText, run, onClose }: Props) {
  const locale = useLocale();
  const { shell, fields } = locale;
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (v: Values) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await run(v.password, v.name?.trim() ?? "");
      onClose();
    } catch (error) {
      if (!isExpiry(error)) setProblem(messageOf(error, locale));
    } finally {
      setBusy(false);
    }
  };
  const required = (label: string) => [{ required: true, message: shell.common.enter(label) }];
  return (
    <Modal
      open
      title={title}
      width={400}
      okText={okText}
      okButtonProps={{ danger: danger ?? false }}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Form
        form={form}
        layout="vertical"
        className="sk-dialog-form"
        onFinish={submit}
        initialValues={{ name }}
      >
        {name !== undefined && (
          <Form.Item name="name" label={fields.passkeyName} rules={required(fields.passkeyName)}>
            <Input maxLength={60} autoFocus />
          </Form.Item>
        )}
        {asksPassword && (
          <>
            <p className="sk-faint">{shell.security.confirmLead}</p>
            <Form.Item name="password" label={shell.password.old} rules={required(shell.password.old)}>
              <Input.Password autoComplete="current-password" autoFocus={name === undefined} />
            </Form.Item>
          </>
        )}
        {problem !== undefined && (
          <p className="sk-problem" role="alert">
            {problem}
          </p>
        )}
      </Form>
    </Modal>
  );
}
