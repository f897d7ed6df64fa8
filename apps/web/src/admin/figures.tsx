import type { ListFigure } from "@shotkeeper/contract/board";
import { useFormats, useSession } from "@shotkeeper/ui/app";
import { useRows } from "@shotkeeper/ui/data";
import { listLink } from "@shotkeeper/ui/list";
import { Skeleton } from "antd";
import type { ReactNode } from "react";
import { Link } from "react-router";

interface FigureLinkProps {
  readonly figure: ListFigure;
  /**
   * Number of rows in the list to which the link leads; undefined while the number is loading. The link has this number
   * as its attribute `data-rows`, with which tests compare the list.
   */
  readonly rows: number | undefined;
  readonly className?: string;
  /** True if the page already shows the list of this figure. */
  readonly current?: boolean;
  readonly children: ReactNode;
}

/**
 * Link from a figure (a number) to the list of exactly the rows that it counts. A user who may not see that list gets
 * the text only.
 */
export function FigureLink({ figure, rows, className, current = false, children }: FigureLinkProps) {
  const { can } = useSession();
  const { path, filters, query } = figure;
  if (!can(query.menu, "Q")) return className ? <span className={className}>{children}</span> : children;
  const to = filters.length > 0 ? listLink(path, filters) : path;
  return (
    <Link to={to} data-rows={rows} className={className} {...(current ? { "aria-current": true } : {})}>
      {children}
    </Link>
  );
}

interface FigureValue {
  /** Number of rows of the figure's list. Undefined while loading, and for a user who may not see the list. */
  readonly rows: number | undefined;
  readonly isLoading: boolean;
}

/** Loads the value of a figure: the number of rows of its list. */
export function useFigure({ query, where }: ListFigure): FigureValue {
  const { can } = useSession();
  const options = { live: ["board", "warning"] as const, every: 300_000, enabled: can(query.menu, "Q") };
  const { data, isLoading } = useRows(query, { where, limit: 1 }, options);
  return { rows: data?.total, isLoading };
}

/** Link with the value of a figure. Shows a skeleton while the value is loading, because a dash means "no value". */
export function FigureCount({ figure, value }: { readonly figure: ListFigure; readonly value: FigureValue }) {
  const f = useFormats();
  if (value.isLoading) return <Skeleton.Button active size="small" />;
  return (
    <FigureLink figure={figure} rows={value.rows}>
      {f.whole(value.rows)}
    </FigureLink>
  );
}
