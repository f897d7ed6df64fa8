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
      <fieldset className="shop-choice" aria-label={t.moldType}>
        <span>{t.moldType}</span>
        <Radio.Group
          optionType="button"
          value={c.moldKind}
          onChange={(e) => onChange(chooseMold(e.target.value))}
          options={[
            { value: "plastic", label: enums.moldKind.plastic },
            { value: "hardware", label: enums.moldKind.hardware },
          ]}
        />
      </fieldset>
      <fieldset className="shop-choice" aria-label={t.accessory}>
        <span>{t.accessory}</span>
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
      </fieldset>
      {magnets.length > 0 && (
        <fieldset className="shop-choice" aria-label={t.magnet}>
          <span>{t.magnet}</span>
          <Radio.Group
            optionType="button"
            value={c.magnet}
            onChange={(e) => onChange(chooseMagnet(c, e.target.value))}
            options={magnets.map((m) => ({ value: m, label: m === 1 ? t.round : t.square }))}
          />
        </fieldset>
      )}
    </>
  );
}
