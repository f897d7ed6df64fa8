import type { ListRequest, LiveEvent, Page } from "@shotkeeper/client";
import type { Command, CommandInput, CommandOutput, Query, QueryRow } from "@shotkeeper/contract/kernel";
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient } from "../app/index.ts";
import { dataKey, useLiveRefresh } from "./written.ts";

interface ReadOptions {
  readonly enabled?: boolean;
  /** Events after which the answer is asked for again. */
  readonly live?: readonly LiveEvent["type"][];
  /** Ask again after so many ms, for figures that move with the clock. */
  readonly every?: number;
}

const never: readonly LiveEvent["type"][] = [];

function useRead<T>(key: readonly unknown[], read: (signal: AbortSignal) => Promise<T>, o: ReadOptions) {
  const queries = useQueryClient();
  useLiveRefresh(o.live ?? never, () => {
    if (o.live) void queries.invalidateQueries({ queryKey: key });
  });
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read(signal),
    enabled: o.enabled ?? true,
    refetchInterval: o.every ?? false,
    // What moves may have moved while the page stood in a hidden tab, however short that was.
    refetchOnMount: o.live || o.every ? "always" : true,
    // The old figures stay until the new ones are there.
    placeholderData: keepPreviousData,
  });
}

/** Rows of a named query, for what is no grid. */
export function useRows<Q extends Query>(
  query: Q,
  request: Omit<ListRequest, "signal"> = {},
  options: ReadOptions = {},
): UseQueryResult<Page<QueryRow<Q>>> {
  const client = useClient();
  return useRead(
    [dataKey, query.menu, query.id, request],
    (signal) => client.query(query, { ...request, signal }),
    options,
  );
}

/** The answer of a command that only reads. */
export function useRun<C extends Command>(
  command: C,
  input: Partial<CommandInput<C>>,
  options: ReadOptions = {},
): UseQueryResult<CommandOutput<C>> {
  const client = useClient();
  return useRead([dataKey, command.type, input], (signal) => client.run(command, input, signal), options);
}
