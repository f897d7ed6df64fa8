import { defineEnum, type Refusal, refusals } from "../kernel/index.ts";

/** Kind of mold on which a counter will be used (spec shop §4, Product configuration). */
export const moldKind = defineEnum("moldKind", { plastic: "plastic", hardware: "hardware" });
export type MoldKind = (typeof moldKind.values)[keyof typeof moldKind.values];

/**
 * Accessories of counters, by product code. Each fits one kind of mold. `sideOn` is the mounting side (SIDE_TYPE) that
 * the accessory requires.
 */
export const accessories = {
  J007: { moldKind: "hardware", sideOn: 1 },
  J002: { moldKind: "plastic", sideOn: -1 },
} as const satisfies Readonly<Record<string, { readonly moldKind: MoldKind; readonly sideOn: number }>>;
export type AccessoryId = keyof typeof accessories;

export const isAccessory = (id: string): id is AccessoryId => Object.hasOwn(accessories, id);

/** Type of the products that customers configure. Products of other types have no options. */
export const configurableType = 0;

export interface Configuration {
  readonly moldKind: MoldKind;
  /** Product code of the chosen accessory; 0 for none (spec shop §3, parts). */
  readonly parts: 0 | AccessoryId;
  /** Shape of the counter's magnet: 0 square, 1 round, -1 not chosen. */
  readonly magnet: number;
  readonly sideType: number;
}

const plain: Configuration = { moldKind: "plastic", parts: 0, magnet: 0, sideType: -1 };

/** Returns the configuration and quantity that the page of a product shows at first. */
export function presetOf(goodsId: string): Configuration & { readonly qty: number } {
  if (goodsId === "J007") return { moldKind: "hardware", parts: 0, magnet: 0, sideType: 1, qty: 1 };
  if (goodsId === "J002") return { moldKind: "plastic", parts: 0, magnet: 0, sideType: 0, qty: 1 };
  return { ...plain, qty: goodsId === "DC001" || goodsId === "DC002" ? 5 : 1 };
}

/**
 * Returns the configuration after the customer has chosen a kind of mold. The accessory is removed. A plastic mold gets
 * a square magnet; for a hardware mold, no magnet is chosen yet.
 */
export function chooseMold(kind: MoldKind): Configuration {
  return kind === "plastic" ? plain : { moldKind: "hardware", parts: 0, magnet: -1, sideType: -1 };
}

/**
 * Returns the configuration after a click on an accessory: adds the accessory, or removes it if it was chosen. Changes
 * nothing if the accessory is for another kind of mold.
 */
export function toggleAccessory(c: Configuration, id: AccessoryId): Configuration {
  const { moldKind: fits, sideOn } = accessories[id];
  if (fits !== c.moldKind) return c;
  if (c.parts === id) return { ...c, parts: 0, sideType: -1 };
  return { ...c, parts: id, sideType: sideOn, ...(id === "J002" ? { magnet: 0 } : {}) };
}

/**
 * Returns the magnets that a customer can choose. Round magnets exist only for hardware. With the accessory J002
 * (plastic block) there is no choice.
 */
export function magnetsFor(c: Pick<Configuration, "moldKind" | "parts">): readonly number[] {
  if (c.parts === "J002") return [];
  return c.moldKind === "hardware" ? [0, 1] : [0];
}

export function chooseMagnet(c: Configuration, magnet: number): Configuration {
  return magnetsFor(c).includes(magnet) ? { ...c, magnet } : c;
}

/**
 * Configuration of a cart or order line as it is stored. null or -1 means that the product does not have the option.
 */
export interface LineConfiguration {
  readonly moldKind: MoldKind | null;
  readonly magnet: number;
  readonly sideType: number;
}

const none: LineConfiguration = { moldKind: null, magnet: -1, sideType: -1 };

/**
 * Returns why a product cannot have this configuration. `parts` are the product codes of the chosen accessories; more
 * than one accessory is refused.
 */
export function refuseConfiguration(
  goods: { readonly goodsId: string; readonly goodsType: number },
  c: LineConfiguration,
  parts: readonly string[],
): Refusal | undefined {
  if (goods.goodsType !== configurableType) return undefined;
  if (c.magnet < 0) return refusals.noMagnet();
  const kind = c.moldKind ?? "plastic";
  const wrong = parts.find((p) => !isAccessory(p) || accessories[p].moldKind !== kind);
  if (wrong !== undefined || parts.length > 1) return refusals.invalidConfiguration(wrong ?? parts[1] ?? "");
  if (kind === "plastic" && c.magnet !== 0) return refusals.invalidConfiguration(goods.goodsId);
  // Accepts a mounting side only for a hardware mold, and only side 1. This side needs the hardware shell (an
  // accessory). The order need not contain the shell, because the customer may own one.
  if (c.sideType !== -1 && !(kind === "hardware" && c.sideType === 1))
    return refusals.invalidConfiguration(goods.goodsId);
  return undefined;
}

/**
 * Returns the configuration that a cart or order line stores for the product `goods`. For a configurable product, this
 * is the customer's choice `c`; for an accessory, its preset; for any other product, no configuration.
 */
export function storedConfiguration(
  goods: { readonly goodsId: string; readonly goodsType: number },
  c: LineConfiguration,
): LineConfiguration {
  if (goods.goodsType === configurableType)
    return { moldKind: c.moldKind ?? "plastic", magnet: c.magnet, sideType: c.sideType };
  if (!isAccessory(goods.goodsId)) return none;
  const { moldKind: kind, magnet, sideType } = presetOf(goods.goodsId);
  return { moldKind: kind, magnet, sideType };
}

/**
 * Configuration in a row of a quick order, before its check. A field is null if the row does not contain a value for
 * it.
 */
export interface StatedConfiguration {
  readonly moldKind: MoldKind | null;
  readonly magnet: number | null;
  readonly sideType: number | null;
  /** Product code of the accessory. */
  readonly accessory: string | null;
}

/**
 * Returns the configuration of the product `goods` in a row of a quick order. For an invalid configuration, returns the
 * refusal and the name of the wrong field. Fields without a value (null) get the preset values of the product page. A
 * configuration of a product without options is refused, because it would be lost.
 */
export function configurationOfRow(
  goods: { readonly goodsId: string; readonly goodsType: number },
  stated: StatedConfiguration,
):
  | { readonly configuration: LineConfiguration }
  | { readonly refusal: Refusal; readonly field: keyof StatedConfiguration } {
  const { accessory } = stated;
  if (goods.goodsType !== configurableType) {
    const stored = storedConfiguration(goods, none);
    const differs = (["moldKind", "magnet", "sideType"] as const).find(
      (name) => stated[name] !== null && stated[name] !== stored[name] && stated[name] !== none[name],
    );
    const field = accessory === null ? differs : "accessory";
    return field
      ? { refusal: refusals.invalidConfiguration(goods.goodsId), field }
      : { configuration: stored };
  }
  const initial = chooseMold(stated.moldKind ?? "plastic");
  const sideOn = accessory !== null && isAccessory(accessory) ? accessories[accessory].sideOn : undefined;
  const chosen = {
    moldKind: initial.moldKind,
    magnet: stated.magnet ?? initial.magnet,
    sideType: stated.sideType ?? sideOn ?? initial.sideType,
  };
  const refusal = refuseConfiguration(goods, chosen, accessory === null ? [] : [accessory]);
  if (!refusal) return { configuration: storedConfiguration(goods, chosen) };
  if (refusal.arg !== undefined && refusal.arg === accessory) return { refusal, field: "accessory" };
  const isMagnet = chosen.magnet < 0 || (chosen.moldKind === "plastic" && chosen.magnet !== 0);
  return { refusal, field: isMagnet ? "magnet" : "sideType" };
}
