import { InboxOutlined, WarningFilled } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import type { RowView } from "../core/row-view.ts";
import type { GridTexts } from "../core/texts.ts";
import { useVersion } from "./use-row-view.ts";

/** A failed request: says so and offers to try again; the rows that are there stay. */
export function ErrorBanner({
  texts,
  detail,
  onRetry,
}: {
  texts: GridTexts;
  detail: unknown;
  onRetry: () => void;
}): ReactNode {
  const message = detail instanceof Error && detail.message !== "" ? detail.message : undefined;
  return (
    <div className="dg-error" role="alert">
      <WarningFilled />
      <span title={message}>{texts.failed}</span>
      <Button size="small" onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  );
}

/** Something is on its way. */
export function LoadingBar<R>({ view }: { view: RowView<R> }): ReactNode {
  useVersion(view);
  return view.loading ? <div className="dg-progress" /> : null;
}

export function EmptyState({
  texts,
  filtered,
  own,
  onClearFilters,
}: {
  texts: GridTexts;
  filtered: boolean;
  own: ReactNode;
  onClearFilters: (() => void) | undefined;
}): ReactNode {
  return (
    <div className="dg-empty">
      {filtered ? (
        <>
          <p>{texts.emptyFiltered}</p>
          {onClearFilters && (
            <Button size="small" onClick={onClearFilters}>
              {texts.clearFilters}
            </Button>
          )}
        </>
      ) : (
        (own ?? (
          <>
            <InboxOutlined className="dg-empty-icon" />
            <p>{texts.empty}</p>
          </>
        ))
      )}
    </div>
  );
}
