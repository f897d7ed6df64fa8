import { lazy, type ReactNode, Suspense } from "react";
import type { ImportDialogProps } from "../import/spec.ts";

// Loads the dialog on demand, because most users of a page do not import.
const LazyDialog = lazy(() =>
  import("../import/import-dialog.tsx").then(({ ImportDialog }) => ({ default: ImportDialog })),
);

export function Importing(props: ImportDialogProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <LazyDialog {...props} />
    </Suspense>
  );
}
