import { type CalendarPerson, maintenancePeople } from "@shotkeeper/contract/maintenance";
import { useRows } from "@shotkeeper/ui/data";
import { useState } from "react";

/** Label of a person in a select: name and organization. */
export const personLabel = (p: CalendarPerson): string =>
  [p.userName ?? p.userId, p.orgName].filter(Boolean).join(" · ");

interface FurtherPeople {
  readonly people: readonly CalendarPerson[];
  /** True if more people match than the list may have (`limit`). The others are then missing in it. */
  readonly isCut: boolean;
}

/**
 * Returns people to whom tasks may be assigned, also people without recent maintenance. `typed` limits the people to
 * names that contain this text. This page does not know which molds these people may see, so it marks all of them as
 * allowed to see every mold (`seesAll`). The server checks each assignment.
 */
export function useFurtherPeople(typed: string, limit: number): FurtherPeople {
  const found = useRows(maintenancePeople, {
    where: typed === "" ? [] : [{ field: "userName", operator: "LIKE", value: typed }],
    limit,
  });
  const rows = found.data?.rows ?? [];
  const people = rows.map(({ userId, userName, orgName }) => ({
    userId,
    userName,
    orgName,
    orgId: null,
    seesAll: true,
    isEnabled: true,
  }));
  return { people, isCut: (found.data?.total ?? 0) > rows.length };
}

/**
 * Returns the people whom a select offers: `recent`, and people without recent maintenance. The user may type a name to
 * find people who are not among the first ones. People who were found once stay in the list, because the user may have
 * chosen them.
 */
export function useOfferedPeople(recent: readonly CalendarPerson[], limit: number) {
  const [typed, setTyped] = useState("");
  const [known, setKnown] = useState<ReadonlyMap<string, CalendarPerson>>(new Map());
  const { people, isCut } = useFurtherPeople(typed, limit);
  if (people.some((p) => !known.has(p.userId)))
    setKnown(new Map([...known, ...people.map((p) => [p.userId, p] as const)]));
  const further = [...known.values()].filter((x) => !recent.some((p) => p.userId === x.userId));
  return { offered: [...recent, ...further], isCut, onSearch: setTyped };
}
