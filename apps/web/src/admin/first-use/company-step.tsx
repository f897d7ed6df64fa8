import { organization, orgType } from "@shotkeeper/contract/system";
import { useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { Button, Form, Input } from "antd";

const { orgId, orgName } = organization.fields;

/** Step of the set-up page that adds the company that owns the molds. */
export function CompanyStep() {
  const { firstUse: t, errors } = useLocale();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const [form] = Form.useForm<{ orgId: string; orgName: string }>();
  const add = async (row: { orgId: string; orgName: string }) => {
    const type = orgType.values.oem;
    await act(() => client.insert(organization, [{ ...row, type }]), errors.added);
    invalidate();
  };
  return (
    <Form form={form} layout="vertical" onFinish={add} className="sk-first-use-form">
      <Form.Item name="orgId" label={t.code} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={orgId.length} autoFocus />
      </Form.Item>
      <Form.Item name="orgName" label={t.name} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={orgName.length} />
      </Form.Item>
      <Button type="primary" htmlType="submit">
        {t.company.add}
      </Button>
    </Form>
  );
}
