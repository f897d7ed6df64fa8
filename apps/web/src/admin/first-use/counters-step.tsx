import { CameraOutlined } from "@ant-design/icons";
import { bindCounter } from "@shotkeeper/contract/binding";
import { counter, counterState, counterType } from "@shotkeeper/contract/counter";
import type { EnumName } from "@shotkeeper/contract/kernel";
import { useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { Button, Form, Input, type InputRef, Segmented } from "antd";
import { useRef, useState } from "react";
import { Camera } from "../scan/camera.tsx";

type TypeName = EnumName<typeof counterType>;

interface Values {
  readonly type: TypeName;
  readonly code: string;
  readonly moldNo: string;
}

/**
 * Binds counters to molds by scanning: first the counter, then the mold. A scanner ends each code with Enter, so no
 * click is needed. Registers an unknown counter with the type that the user has chosen, because the code does not
 * contain the type. The chosen type stays selected for the next counters.
 */
export function CountersStep() {
  const { firstUse, inventory, enums } = useLocale();
  const t = firstUse.counters;
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const [form] = Form.useForm<Values>();
  const [isCamera, setCamera] = useState(false);
  const [done, setDone] = useState("");
  const first = useRef<InputRef>(null);
  const second = useRef<InputRef>(null);

  const bind = async ({ code: typed, moldNo: typedMold, type }: Values) => {
    const [code, moldNo] = [typed.trim(), typedMold.trim()];
    const bound = await act(async () => {
      const { rows } = await client.table(counter, {
        where: [{ field: "chipCode", operator: "EQ", value: code }],
        limit: 1,
      });
      const writerId = rows[0]?.writerId ?? code;
      if (!rows[0])
        await client.insert(counter, [
          {
            writerId,
            chipCode: code,
            type: counterType.values[type],
            state: counterState.values.inStock,
            isValid: true,
            gpsEnabled: true,
          },
        ]);
      await client.run(bindCounter, { moldNo, writerId });
      return rows[0] ? t.bound(writerId, moldNo) : t.registered(writerId, enums.counterType[type], moldNo);
    });
    invalidate();
    if (bound === undefined) return;
    setDone(bound);
    form.resetFields(["code", "moldNo"]);
    first.current?.focus();
  };
  const onCode = (code: string) => {
    const name = form.getFieldValue("code") ? "moldNo" : "code";
    form.setFieldValue(name, code);
    if (name === "moldNo") form.submit();
  };
  return (
    <>
      <Form form={form} layout="vertical" onFinish={bind} className="sk-first-use-form">
        <Form.Item<Values> name="type" label={t.type} initialValue="lte">
          <Segmented<TypeName>
            options={Object.keys(counterType.values).map((name) => ({
              value: name as TypeName,
              label: enums.counterType[name as TypeName],
            }))}
          />
        </Form.Item>
        <Form.Item name="code" label={t.counter} rules={[{ required: true, whitespace: true }]}>
          <Input
            ref={first}
            maxLength={counter.fields.chipCode.length}
            autoFocus
            onPressEnter={(e) => {
              e.preventDefault();
              second.current?.focus();
            }}
          />
        </Form.Item>
        <Form.Item name="moldNo" label={t.mold} rules={[{ required: true, whitespace: true }]}>
          <Input ref={second} maxLength={50} />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          {t.bind}
        </Button>
        <Button icon={<CameraOutlined />} aria-expanded={isCamera} onClick={() => setCamera(!isCamera)}>
          {isCamera ? inventory.scan.cameraOff : inventory.scan.camera}
        </Button>
      </Form>
      {isCamera && <Camera onCode={onCode} />}
      <p role="status">{done}</p>
    </>
  );
}
