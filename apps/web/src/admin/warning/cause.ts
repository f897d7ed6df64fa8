import type { EnumValue } from "@shotkeeper/contract/kernel";
import type { warningKind } from "@shotkeeper/contract/warning";
import type { Locale } from "@shotkeeper/locales";
import type { Formats as AllFormats } from "@shotkeeper/ui/app";
import { metresText } from "./metres.ts";

type Formats = Pick<AllFormats, "date" | "dateTime" | "decimal" | "percent" | "whole">;
type Kind = EnumValue<typeof warningKind>;

const numberIn = (cause: unknown, name: string): number | undefined => {
  const value =
    typeof cause === "object" && cause !== null
      ? (cause as Readonly<Record<string, unknown>>)[name]
      : undefined;
  return typeof value === "number" ? value : undefined;
};

/** Returns the cause of a warning as a sentence with the measured values. Returns "" if values are missing. */
export function causeText(
  kind: Kind | null,
  cause: unknown,
  locale: Pick<Locale, "warning">,
  f: Formats,
): string {
  const t = locale.warning.causes;
  const n = (name: string) => numberIn(cause, name);
  const seconds = (ms: number | undefined) => f.decimal(ms === undefined ? undefined : ms / 1000, 1);
  const since = (name: string) => {
    const at = n(name);
    return at === undefined ? undefined : f.dateTime(at).slice(0, 16);
  };
  switch (kind) {
    case "battery": {
      const battery = n("battery");
      return battery === undefined ? t.lowMark : t.battery(f.percent(battery, 0));
    }
    case "removal":
      return t.removal;
    case "cycleFast":
    case "cycleSlow": {
      const [mean, standard] = [n("meanMs"), n("standardMs")];
      if (mean === undefined || standard === undefined) return "";
      const deviation = (mean / standard - 1) * 100;
      return t.cycle(seconds(mean), seconds(standard), `${deviation > 0 ? "+" : ""}${f.percent(deviation)}`);
    }
    case "position": {
      const [distance, radius] = [n("distanceM"), n("radiusM")];
      return distance === undefined || radius === undefined
        ? ""
        : t.position(metresText(distance, f), metresText(radius, f));
    }
    case "silent": {
      const at = since("lastAt");
      return at === undefined ? "" : t.silent(at);
    }
    case "weakSignal": {
      const rssi = n("rssi");
      return rssi === undefined ? "" : t.signal(String(rssi), String(n("bad") ?? ""), String(n("of") ?? ""));
    }
    case "idle": {
      const at = since("quietSince");
      return at === undefined ? "" : t.idle(at);
    }
    case "unbound": {
      const [shots, at] = [n("shots"), since("since")];
      if (shots !== undefined) return t.unboundShots(f.whole(shots));
      return at === undefined ? "" : t.unbound(at);
    }
    case "validity": {
      const at = n("expiresAt");
      // Subtracts 1 ms, because the time is the end of the last day, which is also the start of the next day.
      return at === undefined ? "" : t.validity(f.date(at - 1));
    }
    case null:
      return "";
  }
}

/**
 * Kinds of warnings whose cause has a measured value that later readings change. The cause of every other kind names a
 * time, which stays the same.
 */
const measured: ReadonlySet<Kind> = new Set(["battery", "cycleFast", "cycleSlow", "position", "weakSignal"]);

/**
 * Returns the cause of a warning with the time at which its values were measured, because they are not the latest
 * values. They are from the last time at which the warning opened, its cause came back, or its level rose.
 * @param measuredAt time of the measurement: `lastAt` of the warning
 */
export function raisedCauseText(
  kind: Kind | null,
  cause: unknown,
  measuredAt: string | null,
  locale: Pick<Locale, "warning">,
  f: Formats,
): string {
  const text = causeText(kind, cause, locale, f);
  if (kind === null || measuredAt === null || text === "" || !measured.has(kind)) return text;
  return locale.warning.raised(text, f.dateTime(measuredAt).slice(0, 16));
}
