import { type ReactNode, useState } from "react";
import { Grid } from "./grid.tsx";
import { Importing } from "./importing.tsx";
import type { DataGridProps } from "./props.ts";

/** A data grid. The README of this package has an example and a list of all props. */
export function DataGrid<R>({ importing, importTexts, ...props }: DataGridProps<R>): ReactNode {
  const { id, texts } = props;
  const [open, setOpen] = useState(false);
  if (!importing) return <Grid {...props} />;
  const template = async (): Promise<void> => {
    const [{ downloadTemplate }, { importTexts: defaults }] = await Promise.all([
      import("../import/template-download.ts"),
      import("../import/texts.ts"),
    ]);
    downloadTemplate(importing, importTexts ?? defaults[texts.locale]);
  };
  return (
    <>
      <Grid
        {...props}
        lastItems={[
          { key: "template", label: texts.importTemplate, onClick: () => void template() },
          { key: "import", label: texts.importFile, onClick: () => setOpen(true) },
        ]}
      />
      {open && (
        <Importing
          id={id}
          spec={importing}
          texts={importTexts}
          gridTexts={texts}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
