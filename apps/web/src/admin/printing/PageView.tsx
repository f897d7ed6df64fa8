import { browserMeasure, type Page, pageSvg } from "@shotkeeper/label-print";
import { useMemo } from "react";

let measured: ReturnType<typeof browserMeasure> | undefined;

/** Characters are measured once for all pages on the screen. */
const measure = () => {
  measured ??= browserMeasure();
  return measured;
};

interface PageViewProps {
  readonly page: Page;
  /** What a reader of the screen says instead of it. */
  readonly label: string;
  readonly className?: string;
}

/** A page as it will be printed, in exact millimetres. */
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
