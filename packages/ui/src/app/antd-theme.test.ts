import { theme } from "antd";
import { expect, it, vi } from "vitest";
import { antdTheme } from "./antd-theme.ts";
import { surface } from "./palette.ts";
import { contrastOf, shadesOf } from "./theme-colour.ts";

vi.stubGlobal("matchMedia", () => ({ matches: false }));

it.each([
  ["the default colour", "default", false],
  ["the default colour in the dark mode", "default", true],
  ["a chosen colour in the dark mode", "#123456", true],
] as const)("gives antd's controls exactly the shade of %s", (_name, colour, dark) => {
  const tokens = theme.getDesignToken(antdTheme({ dark, colour }, false));
  const shade = shadesOf(colour)[dark ? "dark" : "light"];
  expect([tokens.colorPrimary, tokens.colorLink, tokens.colorInfo]).toEqual([shade, shade, shade]);
  expect(contrastOf(shade, surface(dark ? "dark" : "light", "panel"))).toBeGreaterThanOrEqual(4.5);
});

it.each(["light", "dark"] as const)("shows the number in a badge readably in the %s mode", (mode) => {
  const { components, token } = antdTheme({ dark: mode === "dark", colour: "default" }, false);
  const text = components?.Badge?.colorTextLightSolid ?? "#ffffff";
  expect(contrastOf(text, token?.colorError ?? "")).toBeGreaterThanOrEqual(4.5);
});

it.each(["light", "dark"] as const)("shows the edge of unchosen radio buttons in the %s mode", (mode) => {
  for (const ground of ["panel", "raised", "page"])
    expect(contrastOf(surface(mode, "edge"), surface(mode, ground))).toBeGreaterThanOrEqual(3);
});

it.each(["light", "dark"] as const)("shows values of disabled fields readably in the %s mode", (mode) => {
  const { components } = antdTheme({ dark: mode === "dark", colour: "default" }, false);
  const disabled = components?.Input?.colorTextDisabled ?? "";
  expect(contrastOf(disabled, surface(mode, "panel"))).toBeGreaterThanOrEqual(4.5);
});
