import { Themed } from "@shotkeeper/ui/app";
import { SettingsDrawer } from "../dialogs/settings-drawer.tsx";

/** A visitor's settings; loaded when they are opened. */
export default function GuestSettings(p: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Themed>
      <SettingsDrawer {...p} />
    </Themed>
  );
}
