import { type Page, pageSvg } from "@shotkeeper/label-print";
import { useMemo } from "react";
import { measure } from "./measure.ts";

interface PageViewProps {
  readonly page: Page;
  /** Name of the page for screen readers. */
  readonly label: string;
  readonly className?: string;
}

/** Preview of a page in its exact size, as it will be printed. */
export function PageView({ page, label, className }: PageViewProps) {
  const svg = useMemo(() => pageSvg(page, { measure: measure() }), [page]);
  return (
    <div
      role="img"
      aria-label={label}
      className={className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: pageSvg escapes every text and takes no markup
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
