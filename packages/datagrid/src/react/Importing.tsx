import { lazy, type ReactNode, Suspense } from "react";
import type { ImportDialogProps } from "../import/spec.ts";

// Reading spreadsheets is code that most visits never need.
const LazyDialog = lazy(() =>
  import("../import/ImportDialog.tsx").then(({ ImportDialog }) => ({ default: ImportDialog })),
);

/** The import of a grid, fetched when it is opened. */
export function Importing(props: ImportDialogProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <LazyDialog {...props} />
    </Suspense>
  );
}
