import type { Formats } from "@shotkeeper/ui/app";

/** Formats a distance in meters, or in kilometers from 1 km on. */
export const metresText = (m: number, f: Pick<Formats, "decimal" | "whole">) =>
  m >= 1000 ? `${f.decimal(m / 1000, 1)} km` : `${f.whole(m)} m`;
