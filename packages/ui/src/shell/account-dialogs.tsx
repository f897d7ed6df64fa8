import { ClientError } from "@shotkeeper/client";
import { codes } from "@shotkeeper/contract/kernel";
import { changePassword } from "@shotkeeper/contract/system";
import { App, Descriptions, Form, Input, Modal, Skeleton } from "antd";
import { useState } from "react";
import { isExpiry, messageOf, useClient, useFormats, useLocale, useSession } from "../app/index.ts";
import { useSoftInfo } from "./licence-banner.tsx";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

interface PasswordForm {
  readonly old: string;
  readonly fresh: string;
  readonly again: string;
}

export function PasswordDialog({ open, onClose }: DialogProps) {
  const locale = useLocale();
  const t = locale.shell.password;
  const client = useClient();
  const { user } = useSession();
  const { message } = App.useApp();
  const [form] = Form.useForm<PasswordForm>();
  const [busy, setBusy] = useState(false);

  async function submit(v: PasswordForm) {
    setBusy(true);
    try {
      const { tenantCode, userId } = user.info;
      const deviceToken = client.deviceToken(tenantCode, userId);
      await client.run(changePassword, { oldPassword: v.old, newPassword: v.fresh, deviceToken });
      void message.success(t.done);
      onClose();
    } catch (error) {
      // Shows the message at the field of the old password, because in this dialog the code "wrong password" is about
      // the old password (spec admin §5).
      const wrong =
        error instanceof ClientError &&
        (error.code === codes.wrongCurrentPassword || error.code === codes.wrongPassword);
      if (wrong) form.setFields([{ name: "old", errors: [t.oldWrong] }]);
      else if (!isExpiry(error)) form.setFields([{ name: "again", errors: [messageOf(error, locale)] }]);
    } finally {
      setBusy(false);
    }
  }

  const required = (label: string) => ({ required: true, message: locale.shell.common.enter(label) });
  return (
    <Modal
      title={locale.shell.user.changePassword}
      open={open}
      onCancel={onClose}
      onOk={form.submit}
      confirmLoading={busy}
      destroyOnHidden
      width={400}
    >
      <Form form={form} layout="vertical" preserve={false} onFinish={submit} className="sk-dialog-form">
        <Form.Item name="old" label={t.old} rules={[required(t.old)]}>
          <Input.Password autoComplete="current-password" autoFocus />
        </Form.Item>
        <Form.Item
          name="fresh"
          label={t.fresh}
          dependencies={["old"]}
          extra={t.hint(user.passwordMinLength)}
          rules={[
            required(t.fresh),
            { min: user.passwordMinLength, message: t.tooShort(user.passwordMinLength) },
            ({ getFieldValue }) => ({
              validator: (_rule, v: string) =>
                v && v === getFieldValue("old") ? Promise.reject(new Error(t.same)) : Promise.resolve(),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={100} />
        </Form.Item>
        <Form.Item
          name="again"
          label={t.again}
          dependencies={["fresh"]}
          rules={[
            required(t.again),
            ({ getFieldValue }) => ({
              validator: (_rule, v: string) =>
                v && v !== getFieldValue("fresh") ? Promise.reject(new Error(t.differ)) : Promise.resolve(),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={100} onPressEnter={form.submit} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** Shows the expiry date and the limits of the licence (rf_GetSoftInfo). */
export function LicenceDialog({ open, onClose }: DialogProps) {
  const locale = useLocale();
  const t = locale.shell.licence;
  const f = useFormats();
  const { data, error } = useSoftInfo();
  const count = (n: number) => (n > 0 ? t.count(n) : t.unlimited);
  return (
    <Modal title={t.title} open={open} onCancel={onClose} footer={null} width={460}>
      {error && <p role="alert">{messageOf(error, locale)}</p>}
      {!data && !error && <Skeleton active paragraph={{ rows: 5 }} title={false} />}
      {data && (
        <Descriptions
          column={1}
          size="small"
          bordered
          items={[
            { key: "due", label: t.due, children: dueText() },
            { key: "company", label: t.company, children: data.fullName || "–" },
            { key: "system", label: t.system, children: data.sysName || locale.errors.systemName },
            { key: "cust", label: locale.fields.custName, children: data.custName || "–" },
            { key: "tenant", label: locale.fields.code, children: data.code },
            { key: "aim", label: locale.fields.aimTenant, children: data.aimTenant ?? "–" },
            { key: "serial", label: t.serial, children: data.auId || "–" },
            { key: "pc", label: t.pc, children: count(data.pcCount) },
            { key: "pda", label: t.pda, children: count(data.pdaCount) },
            {
              key: "control",
              label: locale.fields.validityControl,
              children: data.validityControl ? locale.shell.common.yes : locale.shell.common.no,
            },
          ]}
        />
      )}
    </Modal>
  );

  function dueText() {
    if (!data?.dueDate) return t.forever;
    return data.daysLeft === null
      ? f.date(data.dueDate)
      : `${f.date(data.dueDate)}  (${t.daysLeft(data.daysLeft)})`;
  }
}
