import { useLocale } from "@shotkeeper/ui/app";
import { Input } from "antd";
import { useState } from "react";

interface SerialsInputProps {
  readonly id?: string;
  readonly disabled?: boolean;
  readonly onChange?: (value: unknown) => void;
}

/** Input for serial numbers, typed, pasted or scanned: one a line, or separated by spaces or commas. */
export function SerialsInput({ id, disabled, onChange }: SerialsInputProps) {
  const t = useLocale().shop.staff;
  const [text, setText] = useState("");
  const split = (value: string) => value.split(/[\s,;，；]+/).filter(Boolean);
  return (
    <>
      <Input.TextArea
        {...(id && { id })}
        disabled={disabled ?? false}
        autoSize={{ minRows: 3, maxRows: 10 }}
        value={text}
        onChange={(e) => {
          setText(e.target.value);
          onChange?.(split(e.target.value));
        }}
      />
      <span className="sk-faint">{t.serialsRead(split(text).length)}</span>
    </>
  );
}
SerialsInput.asks = "enter" as const;
