import {
  accessories,
  type Configuration,
  chooseMagnet,
  chooseMold,
  magnetsFor,
  toggleAccessory,
} from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { Button, Radio } from "antd";
import { ChoiceRow } from "../parts/choice-row.tsx";
import { accessoryIds } from "./use-product.ts";

/** Buttons to choose mold kind, accessory and magnet. Rules in the contract package limit the combinations. */
export function Choices({
  c,
  onChange,
}: {
  readonly c: Configuration;
  readonly onChange: (c: Configuration) => void;
}) {
  const { shop, enums } = useLocale();
  const t = shop.product;
  const magnets = magnetsFor(c);
  const names = { J007: t.shell, J002: t.block } as const;
  return (
    <>
      <ChoiceRow label={t.moldType} isGroup>
        <Radio.Group
          optionType="button"
          value={c.moldKind}
          onChange={(e) => onChange(chooseMold(e.target.value))}
          options={[
            { value: "plastic", label: enums.moldKind.plastic },
            { value: "hardware", label: enums.moldKind.hardware },
          ]}
        />
      </ChoiceRow>
      <ChoiceRow label={t.accessory} isGroup>
        {accessoryIds
          .filter((id) => accessories[id].moldKind === c.moldKind)
          .map((id) => (
            <Button
              key={id}
              aria-pressed={c.parts === id}
              type={c.parts === id ? "primary" : "default"}
              ghost={c.parts === id}
              onClick={() => onChange(toggleAccessory(c, id))}
            >
              {names[id]}
            </Button>
          ))}
      </ChoiceRow>
      {magnets.length > 0 && (
        <ChoiceRow label={t.magnet} isGroup>
          <Radio.Group
            optionType="button"
            value={c.magnet}
            onChange={(e) => onChange(chooseMagnet(c, e.target.value))}
            options={magnets.map((m) => ({ value: m, label: m === 1 ? t.round : t.square }))}
          />
        </ChoiceRow>
      )}
    </>
  );
}
