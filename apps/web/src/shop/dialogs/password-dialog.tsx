import { ClientError } from "@shotkeeper/client";
import { codes } from "@shotkeeper/contract/kernel";
import { changePassword } from "@shotkeeper/contract/system";
import { messageOf, useClient, useLocale } from "@shotkeeper/ui/app";
import { App, Form, Input, Modal } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useShopper } from "../parts/session.tsx";

interface Values {
  readonly old: string;
  readonly fresh: string;
  readonly again: string;
}

/** Dialog to change the user's password. The server checks the old password. */
export function PasswordDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const locale = useLocale();
  const t = locale.shop.password;
  const client = useClient();
  const { user } = useShopper();
  const minLength = user?.passwordMinLength ?? 0;
  const navigate = useNavigate();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  async function submit({ old, fresh }: Values) {
    setBusy(true);
    try {
      const { tenantCode = "", userId = "" } = user?.info ?? {};
      const deviceToken = client.deviceToken(tenantCode, userId);
      await client.run(changePassword, { oldPassword: old, newPassword: fresh, deviceToken });
      void message.success(t.done);
      client.tokens.clear();
      navigate("/login", { replace: true });
    } catch (cause) {
      const wrong = cause instanceof ClientError && cause.code === codes.wrongCurrentPassword;
      form.setFields([
        { name: wrong ? "old" : "fresh", errors: [wrong ? t.wrong : messageOf(cause, locale)] },
      ]);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Modal
      title={locale.shop.nav.password}
      open={open}
      onCancel={onClose}
      onOk={form.submit}
      confirmLoading={busy}
      destroyOnHidden
      width={420}
    >
      <Form form={form} layout="vertical" preserve={false} onFinish={submit} requiredMark={false}>
        <Form.Item name="old" label={t.old} rules={[{ required: true, message: t.needOld }]}>
          <Input.Password autoComplete="current-password" autoFocus />
        </Form.Item>
        <Form.Item
          name="fresh"
          label={t.fresh}
          rules={[
            { required: true, message: t.needNew },
            { min: minLength, message: t.short(minLength) },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={100} />
        </Form.Item>
        <Form.Item
          name="again"
          label={t.again}
          dependencies={["fresh"]}
          rules={[
            { required: true, message: t.needAgain },
            ({ getFieldValue }) => ({
              validator: (_rule, v: string) =>
                !v || v === getFieldValue("fresh") ? Promise.resolve() : Promise.reject(new Error(t.differ)),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={100} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
