import type { Formats } from "@shotkeeper/ui/app";

/** A distance as it is read: metres, from a kilometre on kilometres. */
export const metresText = (m: number, f: Pick<Formats, "decimal" | "whole">) =>
  m >= 1000 ? `${f.decimal(m / 1000, 1)} km` : `${f.whole(m)} m`;
