import { warningKind } from "./warning.entity.ts";

type Kind = keyof typeof warningKind.values;

/** The screen of all warnings. */
export const allWarnings = "WA100";

/** Early warning's seven screens (spec admin): which kinds each is about. */
export const warningRooms = {
  WA101: ["battery"],
  WA102: ["removal"],
  WA103: ["cycleFast", "cycleSlow"],
  WA104: ["position"],
  WA105: ["silent", "weakSignal"],
  WA106: ["idle"],
  WA107: ["unbound", "validity"],
} as const satisfies Readonly<Record<string, readonly Kind[]>>;

export type WarningRoomId = keyof typeof warningRooms;
export const warningRoomIds = Object.keys(warningRooms) as WarningRoomId[];

/** Kinds that somebody may work on, by the screens that are open to them. */
export function kindsWithin(mayOn: (menu: string) => boolean): readonly Kind[] {
  return mayOn(allWarnings)
    ? (Object.keys(warningKind.values) as Kind[])
    : warningRoomIds.filter(mayOn).flatMap((id): readonly Kind[] => warningRooms[id]);
}
