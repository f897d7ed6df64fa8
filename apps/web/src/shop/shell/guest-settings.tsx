import { Themed } from "@shotkeeper/ui/app";
import { SettingsDrawer } from "../dialogs/settings-drawer.tsx";

/** Settings drawer for visitors, in a separate module, so that antd is loaded only when the drawer opens. */
export default function GuestSettings(p: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Themed>
      <SettingsDrawer {...p} />
    </Themed>
  );
}
