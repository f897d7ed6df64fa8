import type { ReactNode } from "react";
import type { IconName, IconProps } from "../react/skin.ts";

const left = "M10 3 5 8l5 5";
const right = "m6 3 5 5-5 5";
const funnel = "M2 3h12L9.5 8.5V14l-3-2V8.5z";

/** SVG paths of the icons, in a square of 16 × 16 units. */
const paths: Readonly<Record<IconName, string>> = {
  close: "m4 4 8 8m0-8-8 8",
  drag: "M6 3v.01M6 8v.01M6 13v.01M10 3v.01M10 8v.01M10 13v.01",
  empty: "M2 9h4l1 2h2l1-2h4M2 9l2-6h8l2 6v4H2z",
  filter: funnel,
  filtered: funnel,
  firstPage: "M10 3 5 8l5 5M3 3v10",
  lastPage: "m6 3 5 5-5 5M13 3v10",
  more: "M8 3v.01M8 8v.01M8 13v.01",
  moveDown: "M8 2v12m4-4-4 4-4-4",
  moveUp: "M8 14V2M4 6l4-4 4 4",
  next: right,
  nextJump: "m3 3 5 5-5 5m5-10 5 5-5 5",
  pinLeft: "M3 2v12M14 8H6m3-3L6 8l3 3",
  pinRight: "M13 2v12M2 8h8M7 5l3 3-3 3",
  previous: left,
  previousJump: "M8 3 3 8l5 5m5-10L8 8l5 5",
  reload: "M13 8a5 5 0 1 1-1.5-3.5L13 6m0-4v4H9",
  settings: "M2 4h8m4 0h-1M2 8h2m4 0h6M2 12h6m4 0h2M10 2.5v3M5.5 6.5v3M9.5 10.5v3",
  warning: "M8 2 1.5 14h13zM8 6v4m0 2v.01",
};

export function Icon({ name, label, className = "" }: IconProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: an icon without a label is decoration (aria-hidden)
    <svg
      viewBox="0 0 16 16"
      className={`dg-svg ${name === "filtered" ? "dg-svg-full " : ""}${className}`}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <path d={paths[name]} />
    </svg>
  );
}
