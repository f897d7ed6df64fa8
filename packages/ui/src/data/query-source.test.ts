import { createClient, type ListRequest, memoryTokenStore } from "@shotkeeper/client";
import { moldList } from "@shotkeeper/contract/mold";
import { expect, it } from "vitest";
import { querySource } from "./query-source.ts";

const all = Array.from({ length: 450 }, (_, n) => ({ moldNo: `M${n}` }));
/** Mock of a client whose query returns only whole pages, as the server does. */
const client = Object.assign(createClient({ tokens: memoryTokenStore() }), {
  query: async (_query: unknown, { page = 1, limit = 20 }: ListRequest) => ({
    rows: all.slice((page - 1) * limit, page * limit),
    total: all.length,
  }),
});

it.each([
  [0, 200],
  [10, 200],
  [200, 200],
  [10, 440],
  [399, 100],
  [449, 3],
  [450, 10],
])("loads the rows from %i, at most %i, also in the middle of a page", async (offset, limit) => {
  const source = querySource(client, moldList, []);
  const { rows } = await source.load({ offset, limit, filters: [], sort: [] }, new AbortController().signal);
  expect(rows).toEqual(all.slice(offset, offset + limit));
});
