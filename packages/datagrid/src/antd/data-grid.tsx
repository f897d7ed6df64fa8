import { forwardRef, type ReactNode, type Ref, useState } from "react";
import type { ImportSpec } from "../import/spec.ts";
import type { ImportTexts } from "../import/texts.ts";
import type { GridHandle, GridProps } from "../react/props.ts";
import { AntdGrid } from "./antd-grid.tsx";
import { Importing } from "./importing.tsx";

export interface DataGridProps<R> extends Omit<GridProps<R>, "lastItems"> {
  /** Describes the import of rows from a file. If set, the "more" menu offers the import and a template file. */
  importing?: ImportSpec | undefined;
  /** Texts of the import. Default: the texts of the import in the language of `texts`. */
  importTexts?: ImportTexts | undefined;
}

function WithImport<R>({ importing, importTexts, ...props }: DataGridProps<R>): ReactNode {
  const { id, texts } = props;
  const [open, setOpen] = useState(false);
  if (!importing) return <AntdGrid {...props} />;
  const template = async (): Promise<void> => {
    const [{ downloadTemplate }, { importTexts: defaults }] = await Promise.all([
      import("../import/template-download.ts"),
      import("../import/texts.ts"),
    ]);
    downloadTemplate(importing, importTexts ?? defaults[texts.locale]);
  };
  return (
    <>
      <AntdGrid
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

/** A data grid with the controls of antd. The README of this package has an example and a list of all props. */
export const DataGrid = forwardRef(
  // Uses forwardRef, because React 18 passes `ref` only to components that are made by forwardRef.
  <R,>(props: DataGridProps<R>, ref: Ref<GridHandle<R>>): ReactNode => <WithImport {...props} ref={ref} />,
) as <R>(props: DataGridProps<R>) => ReactNode;
