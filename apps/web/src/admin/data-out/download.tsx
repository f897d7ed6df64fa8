import { DownloadOutlined } from "@ant-design/icons";
import { type DataFormat, type DatasetName, dataFormat, dataset } from "@shotkeeper/contract/data-out";
import { DatePicker, useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { instant, wallClock } from "@shotkeeper/ui/time";
import { Button, Form, Modal, Segmented, Select } from "antd";
import { useState } from "react";
import { saveBlob } from "../../save-blob.ts";

interface DownloadButtonProps {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

/**
 * Button with a dialog that downloads a dataset of some days as one file. The file has only data within the user's
 * rights and scope.
 */
export function DownloadButton({ isOpen, setOpen }: DownloadButtonProps) {
  const { dataOut: t, enums, fields } = useLocale();
  const client = useClient();
  const act = useAction();
  const [name, setName] = useState<DatasetName>("outputs");
  const [format, setFormat] = useState<DataFormat>("parquet");
  const [days, setDays] = useState(() => [wallClock().subtract(6, "day"), wallClock()] as const);
  const [isRunning, setRunning] = useState(false);
  const download = async () => {
    setRunning(true);
    const from = instant(days[0].startOf("day"));
    const to = instant(days[1].startOf("day").add(1, "day"));
    const file = `${name}-${days[0].format("YYYYMMDD")}-${days[1].format("YYYYMMDD")}.${format}`;
    const query = new URLSearchParams({ format, from, to });
    const done = await act(
      async () => saveBlob(await client.file(`/data/${name}?${query}`), file),
      t.downloaded,
    );
    setRunning(false);
    if (done) setOpen(false);
  };
  return (
    <>
      <Button icon={<DownloadOutlined />} onClick={() => setOpen(true)}>
        {t.download}
      </Button>
      <Modal
        open={isOpen}
        title={t.downloadTitle}
        okText={t.download}
        confirmLoading={isRunning}
        onOk={() => void download()}
        onCancel={() => setOpen(false)}
      >
        <Form layout="vertical">
          <Form.Item label={fields.dataset}>
            <Select<DatasetName>
              value={name}
              onChange={setName}
              options={Object.values(dataset.values).map((value) => ({ value, label: enums.dataset[value] }))}
            />
          </Form.Item>
          <Form.Item label={t.range}>
            <DatePicker.RangePicker
              allowClear={false}
              value={[days[0], days[1]]}
              onChange={(v) => v?.[0] && v[1] && setDays([v[0], v[1]])}
            />
          </Form.Item>
          <Form.Item label={fields.dataFormat}>
            <Segmented<DataFormat>
              value={format}
              onChange={setFormat}
              options={Object.values(dataFormat.values).map((value) => ({
                value,
                label: enums.dataFormat[value],
              }))}
            />
          </Form.Item>
        </Form>
      </Modal>
    </>
  );
}
