import { hues, type Mode } from "./palette.ts";

type Shades = Readonly<Record<Mode, string>>;

/**
 * Preset theme colours (spec shop A9.19). Together with a free choice of colour, these presets are the eight choices of
 * spec admin §2. Text on a theme colour is white in light mode and almost black in dark mode.
 */
export const themeColours = {
  default: hues.azure,
  dust: hues.red,
  sunset: hues.amber,
  volcano: { light: "#b8441b", dark: "#f0926b" },
  purple: hues.violet,
  green: hues.green,
  geekblue: { light: "#2f54eb", dark: "#8ea2f7" },
} as const satisfies Readonly<Record<string, Shades>>;

export type PresetColour = keyof typeof themeColours;
/** A preset, or a colour that the user has chosen: #rrggbb. */
export type ThemeColour = PresetColour | `#${string}`;

export const isPreset = (colour: string): colour is PresetColour => Object.hasOwn(themeColours, colour);
const isCustom = (colour: string): colour is `#${string}` => /^#[0-9a-f]{6}$/i.test(colour);

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/**
 * Mixes two #rrggbb colours; `part` (0 to 1) is the share of `over`.
 */
export function blend(over: string, under: string, part: number): string {
  const below = channelsOf(under);
  const mixed = channelsOf(over).map((c, i) =>
    Math.round(c * part + (below[i] ?? 0) * (1 - part))
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${mixed.join("")}`;
}

/** Returns the relative luminance of a colour, as WCAG defines it. */
function luminanceOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = channelsOf(hex).map((c) => {
    const share = c / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast of two colours, 1 to 21. Text needs 4.5 (WCAG AA). */
export function contrastOf(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Background with the least contrast to the theme colour, by mode. A shade that is readable on this background
 * is readable on all others.
 */
const opposite: Shades = { light: "#f3f5f7", dark: "#1c242c" };
const least = 4.5;

/** Returns the nearest readable shade of a colour: darker in light mode, lighter in dark mode. */
function readable(colour: string, mode: Mode): string {
  const target = mode === "light" ? "#000000" : "#ffffff";
  for (let part = 1; part > 0; part -= 0.02) {
    const shade = blend(colour, target, part);
    if (contrastOf(shade, opposite[mode]) >= least) return shade;
  }
  return target;
}

/**
 * Returns the shades of a theme colour. For a colour that the user has chosen freely, returns its nearest readable
 * shades.
 */
export function shadesOf(colour: string): Shades {
  if (isPreset(colour)) return themeColours[colour];
  if (!isCustom(colour)) return themeColours.default;
  return { light: readable(colour, "light"), dark: readable(colour, "dark") };
}

/** Earlier names of the presets, which browsers may still have stored, with the present names. */
const earlier: Readonly<Record<string, ThemeColour>> = {
  azure: "default",
  red: "dust",
  amber: "sunset",
  violet: "purple",
  teal: hues.teal.light,
  magenta: hues.magenta.light,
  graphite: hues.graphite.light,
};

/**
 * Converts a stored text to a theme colour. Accepts earlier names of the presets. An unknown text gives the default
 * colour.
 */
export function themeColourOf(stored: unknown): ThemeColour {
  const colour = String(stored);
  return earlier[colour] ?? (isPreset(colour) || isCustom(colour) ? colour : "default");
}
