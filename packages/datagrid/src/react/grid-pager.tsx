import { type ReactNode, useEffect, useState } from "react";
import type { GridTexts } from "../core/texts.ts";
import { ALL_ROWS, type PageSize } from "./props.ts";
import { type IconName, useIcon } from "./skin.ts";

/** Number of pages by which the double arrows move. */
const JUMP = 5;

interface Props {
  /** Number of the page, counted from 1. */
  page: number;
  pageCount: number;
  pageSize: PageSize;
  total: number | undefined;
  /** Page sizes that the user can choose. */
  pageSizes: readonly PageSize[];
  texts: GridTexts;
  onPage: (page: number) => void;
  onPageSize: (size: PageSize) => void;
}

export function GridPager(props: Props): ReactNode {
  const { page, pageCount, pageSize, total, texts, onPage, onPageSize } = props;
  const Icon = useIcon();
  // Adds the current page size, because the caller may set a size that is not in the list.
  const sizes = [...new Set([...props.pageSizes, pageSize])].sort((a, b) => a - b);
  const step = (icon: IconName, label: string, wanted: number): ReactNode => {
    const to = Math.min(Math.max(1, wanted), pageCount);
    return (
      <button
        type="button"
        className="dg-icon"
        aria-label={label}
        title={label}
        disabled={to === page}
        onClick={() => onPage(to)}
      >
        <Icon name={icon} />
      </button>
    );
  };
  return (
    <div className="dg-pager">
      <span className="dg-count" aria-live="polite">
        {total === undefined ? texts.loading : texts.rowCount(total)}
      </span>
      {pageSize !== ALL_ROWS && (
        <span className="dg-steps">
          {step("firstPage", texts.firstPage, 1)}
          {step("previousJump", texts.previousJump, page - JUMP)}
          {step("previous", texts.previousPage, page - 1)}
          <Jump page={page} pageCount={pageCount} label={texts.page} onPage={onPage} />
          <span className="dg-of">/ {pageCount.toLocaleString("en-US")}</span>
          {step("next", texts.nextPage, page + 1)}
          {step("nextJump", texts.nextJump, page + JUMP)}
          {step("lastPage", texts.lastPage, pageCount)}
        </span>
      )}
      <select
        className="dg-sizes"
        aria-label={texts.pageSizeLabel}
        value={pageSize}
        onChange={(event) => onPageSize(Number(event.target.value))}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {size === ALL_ROWS ? texts.pageSizeAll : texts.pageSize(size)}
          </option>
        ))}
      </select>
    </div>
  );
}

function Jump({
  page,
  pageCount,
  label,
  onPage,
}: {
  page: number;
  pageCount: number;
  label: string;
  onPage: (page: number) => void;
}) {
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  const go = (): void => {
    const wanted = Math.round(Number(typed));
    if (Number.isFinite(wanted) && wanted >= 1) onPage(Math.min(wanted, pageCount));
    else setTyped(String(page));
  };
  return (
    <input
      className="dg-jump"
      inputMode="numeric"
      aria-label={label}
      value={typed}
      style={{ width: `${Math.max(2, String(pageCount).length) + 2}ch` }}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={go}
      onKeyDown={(event) => event.key === "Enter" && go()}
    />
  );
}
