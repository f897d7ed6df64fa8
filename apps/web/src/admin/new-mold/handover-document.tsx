import { PaperClipOutlined } from "@ant-design/icons";
import { type HandoverItem, newMoldMilestone } from "@shotkeeper/contract/new-mold";
import { useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { Button } from "antd";
import { useRef } from "react";

/** File types that the file dialog offers. The server checks the content of the file, not its name. */
const accepted = ".pdf,.docx,.xlsx,.xls,.csv,.txt,.zip,.png,.jpg,.jpeg,.webp";

interface DocumentButtonProps {
  readonly item: HandoverItem;
  /** Key of the milestone. The document is stored as a file of this milestone. */
  readonly milestone: string;
  readonly disabled: boolean;
  readonly onChange: (
    item: HandoverItem,
    file: Pick<HandoverItem, "filePath" | "fileName"> | undefined,
  ) => void;
}

/** Button to upload or to remove the document of an item in the handover pack. */
export function DocumentButton({ item, milestone, disabled, onChange }: DocumentButtonProps) {
  const { newMold } = useLocale();
  const t = newMold.handover;
  const client = useClient();
  const act = useAction();
  const picker = useRef<HTMLInputElement>(null);
  const upload = (file: File) =>
    act(async () => {
      const [row] = await client.upload([file], { ownerTable: newMoldMilestone.wire, ownerId: milestone });
      onChange(item, { filePath: row?.filePath ?? "", fileName: row?.fileName ?? "" });
    });
  const has = item.filePath !== undefined;
  return (
    <>
      <Button
        size="small"
        type={has ? "link" : "text"}
        icon={<PaperClipOutlined />}
        disabled={disabled}
        title={has ? t.detach(item.fileName ?? "") : t.attach}
        aria-label={has ? t.detach(item.fileName ?? "") : `${item.name} ${t.attach}`}
        onClick={() => (has ? onChange(item, undefined) : picker.current?.click())}
      >
        {item.fileName}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={accepted}
        aria-label={`${item.name} ${t.attach}`}
        onChange={(e) => {
          const file = e.target.files?.[0];
          e.target.value = "";
          if (file) void upload(file);
        }}
      />
    </>
  );
}

/**
 * Link that downloads an item's document under its original name. The client fetches the file, because a plain link
 * cannot send the session's token.
 */
export function DocumentLink({ item }: { readonly item: HandoverItem }) {
  const client = useClient();
  const act = useAction();
  const { filePath, fileName } = item;
  if (filePath === undefined) return null;
  const save = () =>
    act(async () => {
      const url = URL.createObjectURL(await client.file(filePath));
      const link = document.createElement("a");
      link.href = url;
      link.download = fileName ?? "";
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    });
  return (
    <button type="button" className="sk-link" onClick={() => void save()}>
      <PaperClipOutlined /> {fileName}
    </button>
  );
}
