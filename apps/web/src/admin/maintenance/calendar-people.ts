import { type CalendarPerson, maintenancePeople } from "@shotkeeper/contract/maintenance";
import { useRows } from "@shotkeeper/ui/data";

/** Label of a person in a select: name and organization. */
export const personLabel = (p: CalendarPerson): string =>
  [p.userName ?? p.userId, p.orgName].filter(Boolean).join(" · ");

/**
 * Returns people to whom tasks may be assigned, also people without recent maintenance. `typed` limits the people to
 * names that contain this text. `seesAll` is true for all of them, because this page does not know which molds they
 * may see. The server checks that when a task is assigned.
 */
export function useFurtherPeople(typed: string, limit: number): readonly CalendarPerson[] {
  const found = useRows(maintenancePeople, {
    where: typed === "" ? [] : [{ field: "userName", operator: "LIKE", value: typed }],
    limit,
  });
  const rows = found.data?.rows ?? [];
  return rows.map(({ userId, userName, orgName }) => ({
    userId,
    userName,
    orgName,
    orgId: null,
    seesAll: true,
    isEnabled: true,
  }));
}
