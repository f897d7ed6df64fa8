import type { CommandOutput } from "@shotkeeper/contract/kernel";
import { type beginTotp, confirmTotp } from "@shotkeeper/contract/system";
import { Form, Input, Modal } from "antd";
import { useState } from "react";
import { isExpiry, messageOf, useClient, useLocale } from "../app/index.ts";
import { QrCode } from "../sign-in/index.ts";

interface Props {
  readonly totpKey: CommandOutput<typeof beginTotp>;
  /** Called with the new recovery codes. The list is empty if the user already has recovery codes. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Dialog with the key for an authenticator app. The first code of the app activates the key. */
export function TotpDialog({ totpKey, onDone, onClose }: Props) {
  const locale = useLocale();
  const { shell, login } = locale;
  const { step } = login;
  const client = useClient();
  const [form] = Form.useForm<{ readonly code: string }>();
  const [busy, setBusy] = useState(false);
  const submit = async ({ code }: { readonly code: string }) => {
    setBusy(true);
    try {
      onDone((await client.run(confirmTotp, { totpCode: code.trim() })).recoveryCodes);
    } catch (error) {
      if (!isExpiry(error)) form.setFields([{ name: "code", errors: [messageOf(error, locale)] }]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={shell.security.scanTitle}
      width={400}
      okText={step.verify}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Form form={form} layout="vertical" className="sk-dialog-form" onFinish={submit}>
        <p>{step.enrolTotpLead}</p>
        <QrCode text={totpKey.uri} label={step.enrolTotp} />
        <p className="sk-step-key">
          {step.secretKey}
          <code>{totpKey.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
        </p>
        <Form.Item
          name="code"
          label={step.code}
          rules={[{ required: true, message: shell.common.enter(step.code) }]}
        >
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  );
}
