import { changeProfile, secondFactorState, user as userEntity } from "@shotkeeper/contract/system";
import { useQuery } from "@tanstack/react-query";
import { App, Form, Input, Modal } from "antd";
import { useState } from "react";
import { isExpiry, messageOf, useClient, useLocale, useRenewSession, useSession } from "../app/index.ts";

interface Values {
  readonly nickname?: string;
  readonly phone?: string;
  readonly mail?: string;
  readonly password?: string;
}

const orNull = (text: string | undefined) => text?.trim() || null;

/** Dialog in which users change their nickname, phone and mail address. Changing the mail needs the password. */
export function ProfileDialog({ onClose }: { readonly onClose: () => void }) {
  const locale = useLocale();
  const { shell, fields, screen } = locale;
  const client = useClient();
  const { info } = useSession().user;
  const renewSession = useRenewSession();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const mail = orNull(Form.useWatch("mail", form) ?? info.mail ?? undefined);
  const { data: own } = useQuery({
    queryKey: ["second-factor"],
    queryFn: ({ signal }) => client.run(secondFactorState, {}, signal),
  });
  const asksPassword = mail !== info.mail && (own?.hasPassword ?? true);
  const submit = async (v: Values) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await client.run(changeProfile, {
        nickname: orNull(v.nickname),
        phone: orNull(v.phone),
        mail: orNull(v.mail),
        password: v.password ?? null,
      });
      await renewSession();
      void message.success(shell.user.profileSaved);
      onClose();
    } catch (error) {
      if (!isExpiry(error)) setProblem(messageOf(error, locale));
    } finally {
      setBusy(false);
    }
  };
  const shape = (pattern: RegExp | undefined) => (pattern ? [{ pattern, message: screen.form.invalid }] : []);
  const { nickname, phone, mail: mailField } = userEntity.fields;
  return (
    <Modal
      open
      title={shell.user.editProfile}
      width={400}
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
        initialValues={{
          nickname: info.nickname ?? "",
          phone: info.phone ?? "",
          mail: info.mail ?? "",
        }}
      >
        <Form.Item name="nickname" label={fields.nickname}>
          <Input maxLength={nickname.length} autoFocus />
        </Form.Item>
        <Form.Item name="phone" label={fields.phone} rules={shape(phone.pattern)}>
          <Input maxLength={phone.length} inputMode="tel" autoComplete="tel" />
        </Form.Item>
        <Form.Item name="mail" label={fields.mail} rules={shape(mailField.pattern)}>
          <Input maxLength={mailField.length} inputMode="email" autoComplete="email" />
        </Form.Item>
        {asksPassword && (
          <Form.Item
            name="password"
            label={shell.password.old}
            extra={shell.user.mailNeedsPassword}
            rules={[{ required: true, message: shell.common.enter(shell.password.old) }]}
          >
            <Input.Password autoComplete="current-password" />
          </Form.Item>
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
