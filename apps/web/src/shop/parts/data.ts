import type { ListRequest, Page } from "@shotkeeper/client";
import type { Command, CommandInput, CommandOutput, Query, QueryRow } from "@shotkeeper/contract/kernel";
import { useClient } from "@shotkeeper/ui/app";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";

interface Options {
  readonly enabled?: boolean;
}

// Visitors hear no events, so the shop asks when it is opened and after what it has written.

/** Rows of a named query. */
export function useRows<Q extends Query>(
  query: Q,
  request: Omit<ListRequest, "signal"> = {},
  { enabled = true }: Options = {},
): UseQueryResult<Page<QueryRow<Q>>> {
  const client = useClient();
  return useQuery({
    queryKey: [query.menu, query.id, request],
    queryFn: ({ signal }) => client.query(query, { ...request, signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** The answer of a command that only reads. */
export function useRun<C extends Command>(
  command: C,
  input: Partial<CommandInput<C>>,
  { enabled = true }: Options = {},
): UseQueryResult<CommandOutput<C>> {
  const client = useClient();
  return useQuery({
    queryKey: [command.type, input],
    queryFn: ({ signal }) => client.run(command, input, signal),
    enabled,
    placeholderData: keepPreviousData,
  });
}
