import type { ListRequest, Page } from "@shotkeeper/client";
import type {
  Command,
  CommandInput,
  CommandOutput,
  Condition,
  Query,
  QueryRow,
} from "@shotkeeper/contract/kernel";
import { useClient } from "@shotkeeper/ui/app";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";

interface Options {
  readonly enabled?: boolean;
  /** "always": loads the data again when the component mounts, even if the data was loaded just before. */
  readonly refetchOnMount?: "always";
}

// This file has the query hooks of the shop. Visitors receive no live events (messages of the server about changes). So
// the shop queries when a page opens and after each write.

/** Returns one page of rows of a query. */
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

const pageRows = 1000;

/** Returns the key under which `useAllRows` caches the rows of a query that match the conditions. */
export const rowsKey = (query: Query, where: readonly Condition[]) => [query.menu, query.id, "all", where];

/** Returns all rows of a query. Fetches the rows page by page. */
export function useAllRows<Q extends Query>(
  query: Q,
  where: readonly Condition[],
  options: Options & { readonly initialData?: QueryRow<Q>[]; readonly initialDataUpdatedAt?: number } = {},
): UseQueryResult<QueryRow<Q>[]> {
  const client = useClient();
  return useQuery({
    queryKey: rowsKey(query, where),
    queryFn: async ({ signal }) => {
      const rows: QueryRow<Q>[] = [];
      for (let page = 1; ; page++) {
        const part = await client.query(query, { where, page, limit: pageRows, signal });
        rows.push(...part.rows);
        if (part.rows.length === 0 || rows.length >= part.total) return rows;
      }
    },
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** Returns the answer of a command that only reads data. */
export function useCommandData<C extends Command>(
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
