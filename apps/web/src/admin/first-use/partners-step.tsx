import { insertWithLines } from "@shotkeeper/client";
import type { Entity } from "@shotkeeper/contract/kernel";
import { manufacturerBinding, supplierBinding } from "@shotkeeper/contract/partner";
import { organization, orgType } from "@shotkeeper/contract/system";
import { useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { useQuery } from "@tanstack/react-query";
import { Button, Form, Input, Select } from "antd";
import { type PartnerLine, readPartnerLines } from "./partner-lines.ts";

interface Values {
  readonly oemId?: string;
  readonly plants?: string;
  readonly makers?: string;
}

/**
 * Form that adds plants and mold makers. The transaction that adds a plant or maker also makes it a partner of the
 * company, because molds may only be at partners of their company.
 */
export function PartnersStep() {
  const { firstUse, errors } = useLocale();
  const t = firstUse.partners;
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const [form] = Form.useForm<Values>();
  const oems = useQuery({
    queryKey: ["first-use-oems"],
    queryFn: ({ signal }) =>
      client.table(organization, {
        where: [
          { field: "type", operator: "EQ", value: orgType.values.oem },
          { field: "isSample", operator: "EQ", value: false },
        ],
        limit: 999,
        signal,
      }),
    refetchOnMount: "always",
  });
  const rows = oems.data?.rows ?? [];
  const lines = {
    validator: (_: unknown, text: string | undefined) => {
      const { bad } = readPartnerLines(text ?? "");
      return bad === undefined ? Promise.resolve() : Promise.reject(new Error(t.badLine(bad)));
    },
  };
  const add = (v: Values) =>
    act(async () => {
      const oemId = v.oemId ?? rows[0]?.orgId;
      const addAll = async (text: string, type: "plant" | "maker", pairs: Entity, name: string) => {
        for (const line of readPartnerLines(text).rows) await addOne(line, type, pairs, name);
      };
      const addOne = (row: PartnerLine, type: "plant" | "maker", pairs: Entity, name: string) =>
        insertWithLines(
          client,
          { entity: organization, row: { ...row, type } },
          { entity: pairs, rows: [{ oemId, [name]: row.orgId }] },
        );
      try {
        await addAll(v.plants ?? "", orgType.values.plant, supplierBinding, "plantId");
        form.setFieldValue("plants", "");
        await addAll(v.makers ?? "", orgType.values.maker, manufacturerBinding, "makerId");
        form.setFieldValue("makers", "");
      } finally {
        invalidate();
      }
    }, errors.added);
  return (
    <Form form={form} layout="vertical" onFinish={add} className="sk-first-use-form">
      {rows.length > 1 && (
        <Form.Item name="oemId" label={t.oem} initialValue={rows[0]?.orgId}>
          <Select options={rows.map((r) => ({ value: r.orgId, label: r.orgName }))} />
        </Form.Item>
      )}
      <Form.Item name="plants" label={t.plants} rules={[lines]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 12 }} placeholder={t.plantExample} autoFocus />
      </Form.Item>
      <Form.Item name="makers" label={t.makers} rules={[lines]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 12 }} placeholder={t.makerExample} />
      </Form.Item>
      <Button type="primary" htmlType="submit">
        {t.add}
      </Button>
    </Form>
  );
}
