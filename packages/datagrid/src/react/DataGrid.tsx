import { type ReactNode, useState } from "react";
import { Grid } from "./Grid.tsx";
import { Importing } from "./Importing.tsx";
import type { DataGridProps } from "./props.ts";

/** A list of rows with everything a list needs; see the package's README for an example. */
export function DataGrid<R>({ importing, importTexts, ...props }: DataGridProps<R>): ReactNode {
  const { id, texts } = props;
  const [open, setOpen] = useState(false);
  if (!importing) return <Grid {...props} />;
  const template = async (): Promise<void> => {
    const [{ downloadTemplate }, { importTexts: own }] = await Promise.all([
      import("../import/template-download.ts"),
      import("../import/texts.ts"),
    ]);
    downloadTemplate(importing, importTexts ?? own[texts.locale]);
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
