import { type Client, createClient, type ListRequest, memoryTokenStore } from "@shotkeeper/client";
import { moldList } from "@shotkeeper/contract/mold";
import { afterEach, describe, expect, it, vi } from "vitest";
import { askEarly, querySource } from "./query-source.ts";

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

describe("rows that were asked for early", () => {
  const request = { where: [], sort: [{ field: "moldNo", direction: "asc" }], limit: 20 } as const;
  const load = (from: Client, offset = 0) =>
    querySource(from, moldList, []).load(
      { offset, limit: request.limit, filters: [], sort: request.sort },
      new AbortController().signal,
    );
  const counting = () => {
    const query = vi.fn(client.query);
    return { query, client: Object.assign(createClient({ tokens: memoryTokenStore() }), { query }) };
  };

  afterEach(() => void vi.useRealTimers());

  it("are taken once, by the same request", async () => {
    const { query, client } = counting();
    askEarly(client, moldList, request);
    expect(await load(client)).toMatchObject({ rows: all.slice(0, 20) });
    expect(query).toHaveBeenCalledTimes(1);
    await load(client);
    expect(query).toHaveBeenCalledTimes(2);
  });

  it("are not taken by another request, or later", async () => {
    vi.useFakeTimers();
    const { query, client } = counting();
    askEarly(client, moldList, request);
    expect(await load(client, 20)).toMatchObject({ rows: all.slice(20, 40) });
    expect(query).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(3000);
    await load(client);
    expect(query).toHaveBeenCalledTimes(3);
  });

  it("are asked for again if the early request has failed", async () => {
    const { query, client } = counting();
    query.mockRejectedValueOnce(new Error("offline"));
    askEarly(client, moldList, request);
    expect(await load(client)).toMatchObject({ rows: all.slice(0, 20) });
    expect(query).toHaveBeenCalledTimes(2);
  });
});
