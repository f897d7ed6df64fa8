import {
  bindCounter,
  type bindingList,
  changeBinding,
  replaceCounter,
  unbindCounter,
} from "@shotkeeper/contract/binding";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { previewAlways, previewIfChanged } from "../count-preview.tsx";
import { FreeCounterInput, FreeMoldInput, MoldInput } from "../pickers.tsx";

export type BindingAction = "unbind" | "replace" | "change";

interface BindDialogProps {
  readonly moldNo?: string;
  readonly writerId?: string;
  readonly onClose: () => void;
}

/**
 * Dialog that binds a counter to a mold. If `moldNo` or `writerId` is passed as a prop, the dialog does not ask for
 * this value.
 */
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
      preview={previewIfChanged}
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
  const { can } = useSession();
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
          preview={previewIfChanged}
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
          initial={{ addMissed: false }}
          ask={[
            "newWriterId",
            "newCount",
            "stoppedAt",
            "oldCount",
            "bindTime",
            ...(can(menus.mold, "C") ? (["addMissed"] as const) : []),
            "reason",
          ]}
          inputs={{ newWriterId: FreeCounterInput }}
          hints={{
            bindTime: t.replacedHint,
            stoppedAt: t.stoppedHint,
            oldCount: t.oldCountHint,
            newCount: t.newCountHint,
            addMissed: t.missedHint,
          }}
          preview={previewIfChanged}
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
              ? ["bindTime", "bindCount", "moldNo", "reason"]
              : ["bindTime", "bindCount", "unbindTime", "unbindCount", "moldNo", "reason"]
          }
          inputs={{ moldNo: MoldInput }}
          hints={{ moldNo: t.moveHint(moldNo) }}
          preview={previewAlways}
          successText={(o) => (o.moved === 0 ? t.notMoved : t.moved(f.whole(o.moved)))}
          onClose={onClose}
        />
      );
  }
}
