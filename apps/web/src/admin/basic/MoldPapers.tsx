import {
  type moldList,
  refuseScrap,
  refuseTransfer,
  scrapMold,
  transferMold,
} from "@shotkeeper/contract/basic";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { CommandDialog, type RowAction, refusalText } from "@shotkeeper/ui/screen";
import { type ReactNode, useState } from "react";
import { PlantInput } from "../pickers.tsx";

type MoldFacts = Pick<QueryRow<typeof moldList>, "moldNo" | "serviceState" | "counterNo">;

interface MoldPapers {
  readonly actions: (row: MoldFacts) => RowAction[];
  readonly dialog: ReactNode;
}

/** Transfer and scrapping of a mold, for the list and for the mold's own page. */
export function useMoldPapers(): MoldPapers {
  const locale = useLocale();
  const t = locale.mold.papers;
  const { can } = useSession();
  const [open, setOpen] = useState<{ readonly kind: "transfer" | "scrap"; readonly moldNo: string }>();
  const close = () => setOpen(undefined);
  const actions = (row: MoldFacts): RowAction[] =>
    can("BS101", "M")
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
        given={{ moldNo: open.moldNo }}
        inputs={{ toPlantId: PlantInput }}
        hints={hints}
        okText={t.transfer}
        told={(o) => t.transferred(o.DOC_NO)}
        onClose={close}
      />
    ) : (
      <CommandDialog
        command={scrapMold}
        title={t.scrapTitle(open.moldNo)}
        lead={t.scrapLead}
        given={{ moldNo: open.moldNo }}
        hints={hints}
        okText={t.scrap}
        danger
        told={(o) => t.scrapped(o.DOC_NO)}
        onClose={close}
      />
    );
  return { actions, dialog };
}
