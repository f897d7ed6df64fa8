import {
  bindCounter,
  type bindingList,
  changeBinding,
  replaceCounter,
  unbindCounter,
} from "@shotkeeper/contract/binding";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { FreeCounterInput, FreeMoldInput } from "../pickers.tsx";

export type BindingAction = "unbind" | "replace" | "change";

interface BindDialogProps {
  readonly moldNo?: string;
  readonly writerId?: string;
  readonly onClose: () => void;
}

/** Dialog that binds a counter to a mold. The dialog asks only for the number that is not passed as a prop. */
export function BindDialog({ moldNo, writerId, onClose }: BindDialogProps) {
  const t = useLocale().mold.binding;
  return (
    <CommandDialog
      command={bindCounter}
      title={t.bindTitle}
      lead={t.bindLead}
      preset={{
        ...(moldNo === undefined ? {} : { moldNo }),
        ...(writerId === undefined ? {} : { writerId }),
      }}
      inputs={{ moldNo: FreeMoldInput, writerId: FreeCounterInput }}
      hints={{ bindTime: t.bindTimeHint, bindCount: t.bindCountHint }}
      okText={t.bind}
      successText={() => t.bound}
      onClose={onClose}
    />
  );
}

interface BindingDialogProps {
  readonly action: BindingAction;
  readonly row: QueryRow<typeof bindingList>;
  readonly onClose: () => void;
}

export function BindingDialog({ action, row, onClose }: BindingDialogProps) {
  const { counter, mold } = useLocale();
  const t = mold.binding;
  const f = useFormats();
  const { moldNo, writerId } = row;
  switch (action) {
    case "unbind":
      return (
        <CommandDialog
          command={unbindCounter}
          title={t.unbindTitle(writerId, moldNo)}
          lead={t.unbindLead}
          preset={{ writerId }}
          hints={{ unbindTime: t.bindTimeHint, unbindCount: t.bindCountHint }}
          okText={t.unbind}
          danger
          successText={() => t.unbound}
          onClose={onClose}
        />
      );
    case "replace":
      return (
        <CommandDialog
          command={replaceCounter}
          title={t.replaceTitle(moldNo)}
          lead={t.replaceLead(writerId)}
          preset={{ moldNo }}
          inputs={{ newWriterId: FreeCounterInput }}
          okText={t.replace}
          successText={(o) => (o.changeId === null ? t.replaced : counter.replacements.requested)}
          onClose={onClose}
        />
      );
    case "change":
      return (
        <CommandDialog
          command={changeBinding}
          title={t.changeTitle(writerId, moldNo)}
          lead={t.changeLead}
          preset={{ bindId: row.bindingId ?? 0 }}
          initial={{
            bindTime: row.boundAt,
            bindCount: row.boundCount,
            unbindTime: row.unboundAt,
            unbindCount: row.unboundCount,
          }}
          ask={
            row.active
              ? ["bindTime", "bindCount", "reason"]
              : ["bindTime", "bindCount", "unbindTime", "unbindCount", "reason"]
          }
          successText={(o) => (o.moved === 0 ? t.notMoved : t.moved(f.whole(o.moved)))}
          onClose={onClose}
        />
      );
  }
}
