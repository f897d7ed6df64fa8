import { UploadOutlined } from "@ant-design/icons";
import type { packageKind } from "@shotkeeper/contract/system";
import { messageOf, useClient, useLocale } from "@shotkeeper/ui/app";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { Alert, App, Button, Form, Input, Modal } from "antd";
import { useRef, useState } from "react";

interface UploadDialogProps {
  readonly kind: keyof typeof packageKind.values;
  readonly onClose: () => void;
}

interface UploadForm {
  readonly version: string;
  readonly remark?: string;
}

/** Dialog to upload a version of a package. If the server refuses the archive, the dialog shows the reason. */
export function UploadDialog({ kind, onClose }: UploadDialogProps) {
  const locale = useLocale();
  const { administration, enums, fields, shell, errors } = locale;
  const t = administration.packages;
  const client = useClient();
  const { message } = App.useApp();
  const invalidate = useInvalidateData();
  const [form] = Form.useForm<UploadForm>();
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);

  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const isZip = /\.zip$/i.test(chosen.name);
    setProblem(isZip ? "" : errors.onlyZip);
    setFile(isZip ? chosen : undefined);
    const version = /(\d+(?:\.\d+)+)/.exec(chosen.name)?.[1];
    if (isZip && version && !form.getFieldValue("version")) form.setFieldValue("version", version);
  };
  const submit = async ({ version, remark = "" }: UploadForm) => {
    if (!file) return setProblem(t.noFile);
    setBusy(true);
    setProblem("");
    try {
      const body = new FormData();
      body.append("VERSION", version);
      body.append("REMARK", remark);
      body.append("file", file);
      await client.send(`/packages/${kind}`, body);
      void message.success(errors.uploaded);
      invalidate();
      onClose();
    } catch (error) {
      setProblem(messageOf(error, locale));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={460}
      title={t.uploadTitle(enums.packageKind[kind])}
      okText={t.upload}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Form form={form} layout="vertical" onFinish={(v) => void submit(v)}>
        <Form.Item label={t.file} required>
          <Button icon={<UploadOutlined />} onClick={() => chooser.current?.click()}>
            {file?.name ?? t.chooseFile}
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label={t.chooseFile}
            accept=".zip,application/zip"
            onChange={(e) => {
              choose(e.target.files?.[0]);
              e.target.value = "";
            }}
          />
        </Form.Item>
        <Form.Item
          name="version"
          label={fields.packageVersion}
          rules={[{ required: true, message: shell.common.enter(fields.packageVersion) }]}
        >
          <Input maxLength={30} placeholder="2.4.1" />
        </Form.Item>
        <Form.Item name="remark" label={fields.remark}>
          <Input maxLength={200} />
        </Form.Item>
        {problem && <Alert type="error" showIcon title={problem} role="alert" />}
      </Form>
    </Modal>
  );
}
