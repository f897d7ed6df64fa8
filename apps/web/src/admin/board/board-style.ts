import { shadesOf, stateColours, surface, type ThemeColour } from "@shotkeeper/ui/app";
import type { CSSProperties } from "react";

const surfaces = [
  "page",
  "panel",
  "raised",
  "sunken",
  "line",
  "line-strong",
  "ink",
  "ink-2",
  "ink-3",
] as const;

/** Returns CSS variables of the dark palette: boards are always dark, whatever the user's colour mode is. */
export function boardStyle(colour: ThemeColour): CSSProperties {
  const style: Record<string, string> = { "--sk-primary": shadesOf(colour).dark };
  for (const name of surfaces) style[`--sk-${name}`] = surface("dark", name);
  for (const [name, [ink, wash]] of Object.entries(stateColours.dark)) {
    style[`--sk-state-${name}`] = ink;
    style[`--sk-state-${name}-wash`] = wash;
  }
  return style as CSSProperties;
}
