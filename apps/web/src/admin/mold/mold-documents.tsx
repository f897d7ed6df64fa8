import type { QueryRow, Refusal } from "@shotkeeper/contract/kernel";
import type { moldList } from "@shotkeeper/contract/mold";
import {
  changeMoldMaker,
  changeMoldState,
  refuseScrap,
  refuseStateChange,
  refuseTransfer,
  scrapMold,
  transferMold,
} from "@shotkeeper/contract/mold-document";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { refusalText } from "@shotkeeper/ui/data";
import type { RowAction } from "@shotkeeper/ui/list";
import { type ReactNode, useMemo, useState } from "react";
import { makerOf, plantOf } from "../pickers.tsx";
import { MoldStateInput } from "./mold-state-input.tsx";

type MoldFacts = Pick<QueryRow<typeof moldList>, "moldNo" | "oemId" | "serviceState" | "counterNo">;

interface MoldDocuments {
  readonly actions: (row: MoldFacts) => RowAction[];
  readonly dialog: ReactNode;
}

type Kind = "transfer" | "changeState" | "changeMaker" | "scrap";

/**
 * Returns the actions that create documents of a mold (for example a transfer or scrapping), and their dialog. The list
 * of molds and the mold's page share this hook.
 */
export function useMoldDocuments(): MoldDocuments {
  const locale = useLocale();
  const t = locale.mold.documents;
  const { allows } = useSession();
  const [open, setOpen] = useState<{
    readonly kind: Kind;
    readonly moldNo: string;
    readonly oemId: string;
  }>();
  const inputs = useMemo(
    () => ({ toPlantId: plantOf(open?.oemId ?? ""), toMakerId: makerOf(open?.oemId ?? "") }),
    [open?.oemId],
  );
  const close = () => setOpen(undefined);
  const action = (kind: Kind, row: MoldFacts, refused: Refusal | undefined): RowAction => ({
    key: kind,
    label: t[kind],
    rare: true,
    danger: kind === "scrap",
    refused: refusalText(refused, locale),
    run: () => setOpen({ kind, moldNo: row.moldNo, oemId: row.oemId }),
  });
  const actions = (row: MoldFacts): RowAction[] => [
    ...(allows(transferMold.access)
      ? [
          action("transfer", row, refuseTransfer(row)),
          action("changeState", row, refuseStateChange(row, null)),
          action("changeMaker", row, refuseTransfer(row)),
        ]
      : []),
    ...(allows(scrapMold.access) ? [action("scrap", row, refuseScrap(row))] : []),
  ];
  const hints = { documentTime: t.timeHint };
  const dialog =
    open === undefined ? null : open.kind === "transfer" ? (
      <CommandDialog
        command={transferMold}
        title={t.transferTitle(open.moldNo)}
        lead={t.transferLead}
        preset={{ moldNo: open.moldNo }}
        inputs={inputs}
        hints={hints}
        okText={t.transfer}
        successText={(o) => t.transferred(o.documentNo)}
        onClose={close}
      />
    ) : open.kind === "changeState" ? (
      <CommandDialog
        command={changeMoldState}
        title={t.changeStateTitle(open.moldNo)}
        lead={t.changeStateLead}
        preset={{ moldNo: open.moldNo }}
        inputs={{ toState: MoldStateInput }}
        okText={t.changeState}
        successText={(o) => t.stateChanged(o.documentNo)}
        onClose={close}
      />
    ) : open.kind === "changeMaker" ? (
      <CommandDialog
        command={changeMoldMaker}
        title={t.changeMakerTitle(open.moldNo)}
        lead={t.changeMakerLead}
        preset={{ moldNo: open.moldNo }}
        inputs={inputs}
        okText={t.changeMaker}
        successText={(o) => t.makerChanged(o.documentNo)}
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
