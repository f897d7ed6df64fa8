/**
 * All colours of the application. `applyPalette` sets them as CSS custom properties (--sk-…); charts read them from
 * this file. Each colour has one meaning, and StateTag adds a shape and a word for users who cannot tell colours apart.
 */

export type Mode = "light" | "dark";

/**
 * A text colour and a soft background colour. The text has WCAG AA contrast both on this background and on the page.
 */
type Pair = readonly [ink: string, wash: string];

/** Colours of the live states of molds. */
export const stateColours: Readonly<Record<Mode, Readonly<Record<StateName, Pair>>>> = {
  light: {
    running: ["#14713d", "#e3f4e9"],
    stopped: ["#55606e", "#eceef1"],
    idle: ["#8f5a00", "#fdf1d8"],
    awaitingReport: ["#3f5a8a", "#e9eef7"],
    silent: ["#6a3fb5", "#f0eafb"],
    removed: ["#b3261e", "#fce8e6"],
    inRepair: ["#1757b0", "#e4eefc"],
    inTrial: ["#0b6b72", "#def3f4"],
    scrapped: ["#3d4650", "#e1e4e8"],
    unbound: ["#5f6875", "#f3f4f6"],
  },
  dark: {
    running: ["#56cf8b", "#12301f"],
    stopped: ["#a5b0bd", "#262d35"],
    idle: ["#edb54a", "#362a11"],
    awaitingReport: ["#9db4dc", "#1d2738"],
    silent: ["#bb9cf2", "#2a2140"],
    removed: ["#f68d84", "#3c1c1a"],
    inRepair: ["#7fb1f7", "#172a45"],
    inTrial: ["#5fcdd4", "#10302f"],
    scrapped: ["#8d98a5", "#20262d"],
    unbound: ["#98a3b0", "#1f252c"],
  },
};

export type StateName =
  | "running"
  | "stopped"
  | "idle"
  | "awaitingReport"
  | "silent"
  | "removed"
  | "inRepair"
  | "inTrial"
  | "scrapped"
  | "unbound";

/**
 * Meanings of all states that are not live states of molds, such as those of warnings, tasks and documents. Each
 * meaning has the colour of one live state (`toneStates`).
 */
export type Tone = "good" | "neutral" | "attention" | "bad" | "info" | "unsure";
export const toneStates: Readonly<Record<Tone, StateName>> = {
  good: "running",
  neutral: "stopped",
  attention: "idle",
  bad: "removed",
  info: "inRepair",
  unsure: "silent",
};

const surfaces: Readonly<Record<Mode, Readonly<Record<string, string>>>> = {
  light: {
    page: "#f3f5f7",
    panel: "#ffffff",
    raised: "#ffffff",
    sunken: "#eaedf1",
    line: "#e1e5ea",
    "line-strong": "#c8ced6",
    // Edge of an unchosen radio button or checkbox: contrast of at least 3 to panel and page (WCAG 1.4.11).
    edge: "#828c99",
    ink: "#18212c",
    "ink-2": "#4c5866",
    "ink-3": "#66717f",
    hover: "rgba(24, 33, 44, 0.05)",
    shadow: "0 6px 24px rgba(24, 33, 44, 0.14)",
  },
  dark: {
    page: "#0e1318",
    panel: "#161c23",
    raised: "#1c242c",
    sunken: "#0a0e12",
    line: "#28313a",
    "line-strong": "#3b4651",
    edge: "#6b7683",
    ink: "#e6ebf0",
    "ink-2": "#b0bac5",
    "ink-3": "#8f9aa6",
    hover: "rgba(230, 235, 240, 0.07)",
    shadow: "0 8px 28px rgba(0, 0, 0, 0.55)",
  },
};

/** Hues of the theme colours and of the series of charts. Each hue has one shade per mode. */
export const hues = {
  azure: { light: "#1f5fc4", dark: "#6ea3f5" },
  teal: { light: "#0f6f69", dark: "#4fc3ba" },
  green: { light: "#2c742f", dark: "#74c478" },
  violet: { light: "#6746bd", dark: "#ab92f0" },
  magenta: { light: "#a82a76", dark: "#ea86bd" },
  red: { light: "#b93429", dark: "#f28a80" },
  amber: { light: "#9a5208", dark: "#e5a355" },
  graphite: { light: "#475569", dark: "#a3b1c4" },
} as const;

export function surface(mode: Mode, name: string): string {
  return surfaces[mode][name] ?? "transparent";
}

/**
 * Sets the colours as CSS custom properties of the document by script, because a strict Content-Security-Policy forbids
 * style attributes in HTML.
 */
export function applyPalette(mode: Mode, primary: Readonly<Record<Mode, string>>): void {
  const root = document.documentElement;
  const set = (name: string, value: string) => root.style.setProperty(`--sk-${name}`, value);
  for (const [name, value] of Object.entries(surfaces[mode])) set(name, value);
  for (const [name, [ink, wash]] of Object.entries(stateColours[mode])) {
    set(`state-${name}`, ink);
    set(`state-${name}-wash`, wash);
  }
  set("primary", primary[mode]);
  set("on-primary", mode === "dark" ? "#0b1016" : "#ffffff");
  // Background of headers in the theme colour. The text of such headers is white in both modes, so the background
  // always has the deep shade for contrast.
  set("primary-deep", primary.light);
  root.dataset.mode = mode;
  root.style.colorScheme = mode;
}
