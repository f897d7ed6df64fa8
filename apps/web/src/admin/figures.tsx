import type { ListFigure } from "@shotkeeper/contract/board";
import { useSession } from "@shotkeeper/ui/app";
import { useRows } from "@shotkeeper/ui/data";
import { listLink } from "@shotkeeper/ui/list";
import type { ReactNode } from "react";
import { Link } from "react-router";

interface FigureLinkProps {
  readonly figure: ListFigure;
  /** Number of rows in the linked list; undefined while it is loading. The page has it as the attribute `data-rows`. */
  readonly rows: number | undefined;
  readonly className?: string;
  /** True if the page already shows the list of this figure. */
  readonly current?: boolean;
  readonly children: ReactNode;
}

/** Link to the list that contains exactly the rows of a figure. */
export function FigureLink({
  figure: { path, filters },
  rows,
  className,
  current = false,
  children,
}: FigureLinkProps) {
  const to = filters.length > 0 ? listLink(path, filters) : path;
  return (
    <Link to={to} data-rows={rows} className={className} {...(current ? { "aria-current": true } : {})}>
      {children}
    </Link>
  );
}

/**
 * Returns the value of a figure: the number of rows of its list. Undefined while loading, and for a user who may not
 * see the list.
 */
export function useFigure({ query, where }: ListFigure): number | undefined {
  const { can } = useSession();
  const options = { live: ["board", "warning"] as const, every: 300_000, enabled: can(query.menu, "Q") };
  return useRows(query, { where, limit: 1 }, options).data?.total;
}
