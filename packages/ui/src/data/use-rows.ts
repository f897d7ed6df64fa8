import type { ListRequest, LiveEvent, Page } from "@shotkeeper/client";
import type { Command, CommandInput, CommandOutput, Query, QueryRow } from "@shotkeeper/contract/kernel";
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useClient } from "../app/index.ts";
import { dataKey, useLiveRefresh } from "./invalidation.ts";
import { earlyMs } from "./query-source.ts";

interface ReadOptions {
  readonly enabled?: boolean;
  /** Types of live events after which the data is loaded again. */
  readonly live?: readonly LiveEvent["type"][];
  /** Milliseconds after which the data is loaded again, for values that change with time. */
  readonly every?: number;
  /** True: loads the data again when the component mounts, even if it was loaded just before. */
  readonly isFresh?: boolean;
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
    // Loads the data again when a component mounts. A page in a hidden tab of the tab bar gets no live events, so its
    // data may be outdated.
    refetchOnMount: (query) => {
      if (o.isFresh) return "always";
      // Does not load data that was loaded only once and just now: `useEarlyData` has probably loaded it for this
      // component before the component was mounted.
      if (query.state.dataUpdateCount === 1 && !query.isStaleByTime(earlyMs)) return false;
      return o.live || o.every ? "always" : true;
    },
    // Shows the old data until the new data has arrived.
    placeholderData: keepPreviousData,
  });
}

/** Loads rows of a query, for components that show rows without a grid. */
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

const keyOf = (command: Command, input: object) => [dataKey, command.type, input];

/** Loads the answer of a command early, before the component that shows it by `useCommandData` is mounted. */
export function useEarlyData<C extends Command>(command: C, input: Partial<CommandInput<C>>): void {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(() => {
    void queries.prefetchQuery({
      queryKey: keyOf(command, input),
      queryFn: ({ signal }) => client.run(command, input, signal),
    });
  }, [client, queries, command, input]);
}

/** Loads the answer of a command that only reads data. */
export function useCommandData<C extends Command>(
  command: C,
  input: Partial<CommandInput<C>>,
  options: ReadOptions = {},
): UseQueryResult<CommandOutput<C>> {
  const client = useClient();
  return useRead(keyOf(command, input), (signal) => client.run(command, input, signal), options);
}
