import { deviceChoices, type deviceMoldList, mountMold, unmountMold } from "@shotkeeper/contract/device";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { ReferenceSelect } from "@shotkeeper/ui/form";
import { MoldInput } from "../pickers.tsx";

/**
 * Select of a machine for a mold. A machine on which a mold is already mounted is disabled, and its option names that
 * mold.
 */
function FreeDeviceInput(p: InputProps) {
  const { device: t } = useLocale();
  return (
    <ReferenceSelect
      {...p}
      spec={{
        query: deviceChoices,
        value: "deviceId",
        label: "deviceName",
        valueFirst: true,
        refused: (row) => (row.moldNo ? t.carries(row.moldNo) : undefined),
      }}
    />
  );
}

export function MountDialog({ onClose }: { readonly onClose: () => void }) {
  const { device: t } = useLocale();
  return (
    <CommandDialog
      command={mountMold}
      title={t.mountTitle}
      lead={t.mountLead}
      inputs={{ deviceId: FreeDeviceInput, moldNo: MoldInput }}
      hints={{ mountTime: t.timeHint, reason: t.reasonHint }}
      okText={t.mount}
      successText={() => t.mountedNow}
      onClose={onClose}
    />
  );
}

interface UnmountDialogProps {
  readonly row: QueryRow<typeof deviceMoldList>;
  readonly onClose: () => void;
}

export function UnmountDialog({ row, onClose }: UnmountDialogProps) {
  const { device: t } = useLocale();
  return (
    <CommandDialog
      command={unmountMold}
      title={t.unmountTitle(row.moldNo ?? "", row.deviceName)}
      preset={{ mountId: row.mountId ?? 0 }}
      hints={{ unmountTime: t.timeHint }}
      okText={t.unmount}
      successText={() => t.unmountedNow}
      onClose={onClose}
    />
  );
}
