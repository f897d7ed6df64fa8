import type { Client } from "@shotkeeper/client";
import { bindCounter, binding, bindingList } from "@shotkeeper/contract/binding";
import { counter, counterList } from "@shotkeeper/contract/counter";
import { mold } from "@shotkeeper/contract/mold";
import { organization, organizationChoices } from "@shotkeeper/contract/system";

export interface Pair {
  readonly moldNo: string;
  readonly writerId: string;
  readonly chipCode: string;
  readonly standardCycle: number;
}

const chunk = 500;

/** Returns the OEM to which new molds belong: the first existing OEM. If there is none, creates one. */
async function hostFactory(client: Client): Promise<string> {
  const { rows } = await client.query(organizationChoices, { limit: 1000 });
  const known = rows.find((o) => o.type === "oem");
  if (known) return known.orgId;
  await client.insert(organization, [{ orgId: "SIM-OEM", orgName: "Simulated host factory", type: "oem" }]);
  return "SIM-OEM";
}

/**
 * Creates the molds, counters and bindings that do not exist yet. The bindings begin at `boundAt`. With `fromZero`, the
 * count at the beginning of each binding is set to 0.
 */
export async function setUp(
  client: Client,
  pairs: readonly Pair[],
  o: { readonly boundAt: number; readonly fromZero: boolean },
): Promise<void> {
  const names = (list: readonly { readonly [k: string]: unknown }[], key: string) =>
    new Set(list.map((r) => String(r[key])));
  const molds = new Set<string>();
  const counters = new Set<string>();
  const bound = new Set<string>();
  for (let i = 0; i < pairs.length; i += chunk) {
    const part = pairs.slice(i, i + chunk);
    const known = await client.table(mold, {
      where: [{ field: "moldNo", operator: "IN", value: part.map((p) => p.moldNo) }],
    });
    for (const n of names(known.rows, "moldNo")) molds.add(n);
    const where = [{ field: "writerId", operator: "IN" as const, value: part.map((p) => p.writerId) }];
    for (const n of names((await client.query(counterList, { where })).rows, "writerId")) counters.add(n);
    const open = [...where, { field: "active", operator: "EQ" as const, value: true }];
    for (const n of names((await client.query(bindingList, { where: open })).rows, "writerId")) bound.add(n);
  }
  const newMolds = pairs.filter((p) => !molds.has(p.moldNo));
  const oemId = newMolds.length > 0 ? await hostFactory(client) : "";
  for (let i = 0; i < newMolds.length; i += chunk)
    await client.insert(
      mold,
      newMolds.slice(i, i + chunk).map((p) => ({
        moldNo: p.moldNo,
        moldName: p.moldNo,
        oemId,
        standardCycle: p.standardCycle,
        dailyMaintenanceHours: 500,
        majorMaintenanceHours: 5000,
        plannedT0: "2020-01-01",
        handoverDate: "2020-02-01",
        openingCount: 0,
      })),
    );
  const newCounters = pairs.filter((p) => !counters.has(p.writerId));
  for (let i = 0; i < newCounters.length; i += chunk)
    await client.insert(
      counter,
      newCounters.slice(i, i + chunk).map((p) => ({
        writerId: p.writerId,
        chipCode: p.chipCode,
        type: "NB",
        state: 1,
        isValid: true,
        gpsEnabled: false,
        reportIntervalHours: 12,
      })),
    );
  const unbound = pairs.filter((p) => !bound.has(p.writerId));
  for (const p of unbound)
    await client.run(bindCounter, {
      moldNo: p.moldNo,
      writerId: p.writerId,
      bindTime: new Date(o.boundAt).toISOString(),
      ...(o.fromZero ? { bindCount: 0 } : {}),
    });
  console.log(
    `Set up: ${newMolds.length} molds, ${newCounters.length} counters,`,
    `${unbound.length} bindings (${binding.wire}) made; the rest was there.`,
  );
}
