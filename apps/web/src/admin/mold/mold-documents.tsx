import type { QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { moldList } from "@shotkeeper/contract/mold";
import { refuseScrap, refuseTransfer, scrapMold, transferMold } from "@shotkeeper/contract/mold-document";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { refusalText } from "@shotkeeper/ui/data";
import type { RowAction } from "@shotkeeper/ui/list";
import { type ReactNode, useState } from "react";
import { PlantInput } from "../pickers.tsx";

type MoldFacts = Pick<QueryRow<typeof moldList>, "moldNo" | "serviceState" | "counterNo">;

interface MoldDocuments {
  readonly actions: (row: MoldFacts) => RowAction[];
  readonly dialog: ReactNode;
}

/** Returns the actions to transfer and to scrap a mold, and their dialog. The list and the mold's page use them. */
export function useMoldDocuments(): MoldDocuments {
  const locale = useLocale();
  const t = locale.mold.documents;
  const { can } = useSession();
  const [open, setOpen] = useState<{ readonly kind: "transfer" | "scrap"; readonly moldNo: string }>();
  const close = () => setOpen(undefined);
  const actions = (row: MoldFacts): RowAction[] =>
    can(menus.mold, "M")
      ? [
          {
            key: "transfer",
            label: t.transfer,
            rare: true,
            refused: refusalText(refuseTransfer(row), locale),
            run: () => setOpen({ kind: "transfer", moldNo: row.moldNo }),
          },
          {
            key: "scrap",
            label: t.scrap,
            rare: true,
            danger: true,
            refused: refusalText(refuseScrap(row), locale),
            run: () => setOpen({ kind: "scrap", moldNo: row.moldNo }),
          },
        ]
      : [];
  const hints = { documentTime: t.timeHint };
  const dialog =
    open === undefined ? null : open.kind === "transfer" ? (
      <CommandDialog
        command={transferMold}
        title={t.transferTitle(open.moldNo)}
        lead={t.transferLead}
        preset={{ moldNo: open.moldNo }}
        inputs={{ toPlantId: PlantInput }}
        hints={hints}
        okText={t.transfer}
        successText={(o) => t.transferred(o.documentNo)}
        onClose={close}
      />
    ) : (
      <CommandDialog
        command={scrapMold}
        title={t.scrapTitle(open.moldNo)}
        lead={t.scrapLead}
        preset={{ moldNo: open.moldNo }}
        hints={hints}
        okText={t.scrap}
        danger
        successText={(o) => t.scrapped(o.documentNo)}
        onClose={close}
      />
    );
  return { actions, dialog };
}
