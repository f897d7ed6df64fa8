import { ImportOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { useLocale, useSession } from "../../app/index.ts";
import type { ImportDialogProps } from "./ImportDialog.tsx";

// Reading spreadsheets is code that most visits never need.
const ImportDialog = lazy(() => import("./ImportDialog.tsx"));

/** Opens the import of a list, for who may add to it. */
export function ImportButton(p: Omit<ImportDialogProps, "onClose">) {
  const { importing: t } = useLocale();
  const { can } = useSession();
  const [open, setOpen] = useState(false);
  const { right } = p.command;
  if (right && !can(right.menu, right.action)) return null;
  return (
    <>
      <Button icon={<ImportOutlined />} onClick={() => setOpen(true)}>
        {t.action}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog {...p} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
