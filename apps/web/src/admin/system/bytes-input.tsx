import { limits } from "@shotkeeper/contract/enumerations";
import { bytesOf } from "@shotkeeper/contract/system";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { Input } from "antd";

/**
 * Text input that shows how many of the 765 allowed bytes are used (spec admin §9). A character may have several bytes.
 */
export function BytesInput({ value, onChange, ...p }: InputProps) {
  const t = useLocale().system.parameter;
  const text = typeof value === "string" ? value : "";
  const used = bytesOf(text);
  const isOver = used > limits.configurationBytes;
  return (
    <>
      <Input.TextArea
        {...p}
        value={text}
        onChange={(e) => onChange?.(e.target.value)}
        autoSize={{ minRows: 2, maxRows: 8 }}
        {...(isOver ? { status: "error" as const } : {})}
      />
      <div className="sk-bytes" data-over={isOver || undefined}>
        {t.bytes(used, limits.configurationBytes)}
      </div>
    </>
  );
}
BytesInput.asks = "enter" as const;
