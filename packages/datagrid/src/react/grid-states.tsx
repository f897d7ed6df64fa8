import type { ReactNode } from "react";
import type { RowView } from "../core/row-view.ts";
import type { GridTexts } from "../core/texts.ts";
import { useSkin } from "./skin.ts";
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
  const { Button, Icon } = useSkin();
  const message = detail instanceof Error && detail.message !== "" ? detail.message : undefined;
  return (
    <div className="dg-error" role="alert">
      <Icon name="warning" className="dg-error-icon" />
      <span title={message}>{texts.failed}</span>
      <Button onClick={onRetry}>{texts.retry}</Button>
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
  const { Button, Icon } = useSkin();
  return (
    <div className="dg-empty">
      {filtered ? (
        <>
          <p>{texts.emptyFiltered}</p>
          {onClearFilters && <Button onClick={onClearFilters}>{texts.clearFilters}</Button>}
        </>
      ) : (
        (content ?? (
          <>
            <Icon name="empty" className="dg-empty-icon" />
            <p>{texts.empty}</p>
          </>
        ))
      )}
    </div>
  );
}
