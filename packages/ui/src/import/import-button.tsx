import { ImportOutlined } from "@ant-design/icons";
import { gridTexts, Importing, type ImportSpec } from "@shotkeeper/datagrid/antd";
import { Button } from "antd";
import { useState } from "react";
import { useLocale } from "../app/index.ts";

/** A button that opens the import dialog of a list. The "more" menu of the grid has the same entry. */
export function ImportButton({ id, spec }: { readonly id: string; readonly spec: ImportSpec }) {
  const { importing: t, code } = useLocale();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ImportOutlined />} onClick={() => setOpen(true)}>
        {t.action}
      </Button>
      {open && <Importing id={id} spec={spec} gridTexts={gridTexts[code]} onClose={() => setOpen(false)} />}
    </>
  );
}
