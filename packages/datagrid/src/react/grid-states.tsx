import { InboxOutlined, WarningFilled } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import type { RowView } from "../core/row-view.ts";
import type { GridTexts } from "../core/texts.ts";
import { useVersion } from "./use-row-view.ts";

/** Message about a failed request, with a button to repeat the request. Rows that are loaded stay visible. */
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

/** Shows a progress bar while visible rows are loading. */
export function LoadingBar<R>({ view }: { view: RowView<R> }): ReactNode {
  useVersion(view);
  return view.loading ? <div className="dg-progress" /> : null;
}

export function EmptyState({
  texts,
  filtered,
  content,
  onClearFilters,
}: {
  texts: GridTexts;
  filtered: boolean;
  content: ReactNode;
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
        (content ?? (
          <>
            <InboxOutlined className="dg-empty-icon" />
            <p>{texts.empty}</p>
          </>
        ))
      )}
    </div>
  );
}
