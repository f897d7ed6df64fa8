import { applicantMailPattern, companyRole, invitePerson } from "@shotkeeper/contract/shop";
import { useClient, useLocale } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { Form, Input, Modal, Radio, Typography } from "antd";
import { useState } from "react";
import { useShopAction } from "../parts/use-shop-action.ts";

interface Values {
  readonly mail: string;
  readonly userName: string;
  readonly companyRole: 0 | 1;
}

/** Dialog that adds a person to the company. It shows the first password once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { company: t, shop, enums, fields } = useLocale();
  const client = useClient();
  const queries = useQueryClient();
  const act = useShopAction();
  const [form] = Form.useForm<Values>();
  const [added, setAdded] = useState<{ readonly userId: string; readonly password: string }>();
  const [isBusy, setBusy] = useState(false);
  const { buyer, approver } = companyRole.values;
  const invite = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    setBusy(true);
    const done = await act(() => client.run(invitePerson, values), t.invited(values.userName));
    setBusy(false);
    if (!done) return;
    setAdded(done);
    await queries.invalidateQueries();
  };
  return (
    <Modal
      open
      title={t.invite}
      onCancel={onClose}
      onOk={() => (added ? onClose() : void invite())}
      confirmLoading={isBusy}
      // While the dialog shows the password, only the button closes the dialog, because the password is shown only
      // once.
      {...(added ? { cancelButtonProps: { hidden: true }, closable: false, keyboard: false } : {})}
      mask={{ closable: false }}
    >
      {added ? (
        <dl className="shop-first-password">
          <dt>{t.mail}</dt>
          <dd>{added.userId}</dd>
          <dt>{t.firstPassword}</dt>
          <dd>
            <Typography.Text code copyable>
              {added.password}
            </Typography.Text>
          </dd>
          <dd className="sk-faint">{t.passwordOnce}</dd>
        </dl>
      ) : (
        <Form<Values> form={form} layout="vertical" initialValues={{ companyRole: buyer }}>
          <p className="sk-faint">{t.inviteHint}</p>
          <Form.Item
            name="mail"
            label={t.mail}
            rules={[{ required: true, pattern: applicantMailPattern, message: shop.profile.badMail }]}
          >
            <Input maxLength={50} type="email" autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="userName"
            label={t.name}
            rules={[{ required: true, whitespace: true, message: shop.profile.needName }]}
          >
            <Input maxLength={50} autoComplete="off" />
          </Form.Item>
          <Form.Item name="companyRole" label={fields.companyRole}>
            <Radio.Group
              options={[
                { value: buyer, label: enums.companyRole.buyer },
                { value: approver, label: enums.companyRole.approver },
              ]}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  );
}
