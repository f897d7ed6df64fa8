import type { Query } from "@shotkeeper/contract/kernel";
import { expect, it } from "vitest";
import { ClientError } from "../error.ts";
import type { Database } from "./database.ts";
import { OfflineLayer } from "./layer.ts";
import type { Outbox } from "./outbox.ts";
import type { Owner } from "./outbox-types.ts";

type Row = { readonly id: string };
const query = { menu: "M", id: "Q" } as unknown as Query;
const ann: Owner = { tenant: "t", user: "ann" };
const bob: Owner = { tenant: "t", user: "bob" };
const lost = () => Promise.reject(new ClientError("network", "network"));
const open = [{ field: "state", operator: "IN", value: [1, 2] }] as const;

/** Simulates a phone. Its stored data survives when a page is closed and another page is opened. */
function phone() {
  const rows = new Map<string, Row>();
  const database = {
    get: async (_: string, id: string) => rows.get(id),
    ids: async () => [...rows.keys()],
    all: async (_: string, prefix: string) => [...rows.values()].filter((r) => r.id.startsWith(prefix)),
    async write(_: string, put: readonly Row[], deleted: readonly string[] = []) {
      for (const r of put) rows.set(r.id, r);
      for (const id of deleted) rows.delete(id);
    },
  };
  const outbox = {
    setOwner: () => {},
    drain: async () => {},
    noteConnection: () => {},
    getState: () => ({ actions: [], isReachable: true }),
  };
  const page = (logIn: string) =>
    new OfflineLayer(
      database as unknown as Database,
      outbox as unknown as Outbox,
      {},
      Date.now,
      true,
      () => logIn,
    );
  return { rows, page };
}

it("a user who logs in on a weak signal never gets what the device has stored of another", async () => {
  const { rows, page } = phone();
  const hers = page("log-in of ann");
  await hers.read("/user", async () => "ann");
  await hers.start(ann);
  await hers.read("facts", async () => "of ann");
  await hers.pack(query, [{ state: 1 }], []);
  const again = page("log-in of ann");
  expect(await again.read("/user", lost)).toBe("ann");
  await again.start(ann);
  expect(await again.rows(query, {}, lost)).toMatchObject({ total: 1 });

  const his = page("log-in of bob");
  await expect(his.read("/user", lost)).rejects.toMatchObject({ local: "network" });
  await his.read("/user", async () => "bob");
  await his.start(bob);
  expect([...rows.keys()]).toEqual(["/user log-in of bob"]);
});

it("stored rows answer only requests within the conditions under which they were loaded", async () => {
  const { page } = phone();
  const layer = page("x");
  await layer.start(ann);
  await layer.pack(query, [{ state: 1 }, { state: 2 }], open);
  const asked = (operator: "EQ" | "IN" | "NEQ", value: number | readonly number[]) =>
    layer.rows(query, { where: [{ field: "state", operator, value } as never] }, lost);
  expect(await asked("EQ", 1)).toMatchObject({ total: 1 });
  expect(await asked("IN", [1, 2])).toMatchObject({ total: 2 });
  expect([asked("EQ", 3), asked("IN", [1, 3]), asked("NEQ", 1), layer.rows(query, {}, lost)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
