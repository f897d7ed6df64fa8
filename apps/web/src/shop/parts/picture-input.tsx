import PlusOutlined from "@ant-design/icons/es/icons/PlusOutlined";
import { useLocale } from "@shotkeeper/ui/app";
import { App, Button, Upload } from "antd";
import { useEffect, useState } from "react";

function Preview({
  file,
  label,
  onRemove,
}: {
  readonly file: File;
  readonly label: string;
  readonly onRemove: () => void;
}) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <button type="button" className="shop-voucher" onClick={onRemove} aria-label={`${label}: ${file.name}`}>
      <img src={url} alt={file.name} />
      <span aria-hidden="true">×</span>
    </button>
  );
}

interface PictureInputProps {
  readonly files: readonly File[];
  readonly max: number;
  readonly addLabel: string;
  readonly onChange: (files: readonly File[]) => void;
}

/** Input for up to `max` pictures, shown as thumbnails. A click on a thumbnail removes the picture. */
export function PictureInput({ files, max, addLabel, onChange }: PictureInputProps) {
  const t = useLocale().shop.voucher;
  const { message } = App.useApp();
  return (
    <div className="shop-vouchers">
      {files.map((f) => (
        <Preview
          key={`${f.name} ${f.size}`}
          file={f}
          label={t.take}
          onRemove={() => onChange(files.filter((x) => x !== f))}
        />
      ))}
      {files.length < max && (
        <Upload
          accept="image/png,image/jpeg,image/webp"
          multiple
          showUploadList={false}
          beforeUpload={(_f, all) => {
            // antd calls this function once for each chosen file. Only the first call adds all files.
            if (_f !== all[0]) return false;
            const pictures = all.filter((f) => f.type.startsWith("image/"));
            if (pictures.length < all.length) void message.warning(t.onlyImages);
            onChange([...files, ...pictures].slice(0, max));
            return false;
          }}
        >
          <Button className="shop-voucher-add" icon={<PlusOutlined />}>
            {addLabel}
          </Button>
        </Upload>
      )}
    </div>
  );
}
