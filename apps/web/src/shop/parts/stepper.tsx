import MinusOutlined from "@ant-design/icons/es/icons/MinusOutlined";
import PlusOutlined from "@ant-design/icons/es/icons/PlusOutlined";
import { useLocale } from "@shotkeeper/ui/app";
import { Button, Input, Space } from "antd";
import { useState } from "react";

const maxQty = 1_000_000;

/** Parses a typed quantity. Only digits count; an empty text and 0 become 1 (spec shop §5). */
function qtyOf(typed: string): number {
  return Math.min(maxQty, Math.max(1, Number(typed.replace(/\D/g, "") || "1")));
}

interface StepperProps {
  readonly value: number;
  readonly onChange: (qty: number) => void;
  readonly label: string;
}

/** Input for a quantity from 1 to maxQty, with buttons to add and subtract 1. */
export function Stepper({ value, onChange, label }: StepperProps) {
  const { shop } = useLocale();
  const [typed, setTyped] = useState<string>();
  const settle = () => {
    if (typed !== undefined) onChange(qtyOf(typed));
    setTyped(undefined);
  };
  return (
    <Space.Compact className="shop-stepper">
      <Button
        aria-label={`${label}: ${shop.product.less}`}
        icon={<MinusOutlined />}
        disabled={value <= 1}
        onClick={() => onChange(Math.max(1, value - 1))}
      />
      <Input
        aria-label={label}
        inputMode="numeric"
        value={typed ?? String(value)}
        onChange={(e) => setTyped(e.target.value.replace(/\D/g, ""))}
        onBlur={settle}
        onPressEnter={settle}
      />
      <Button
        aria-label={`${label}: ${shop.product.more}`}
        icon={<PlusOutlined />}
        onClick={() => onChange(Math.min(maxQty, value + 1))}
      />
    </Space.Compact>
  );
}
