import { Themed } from "@shotkeeper/ui/app";
import { SettingsDrawer } from "../dialogs/settings-drawer.tsx";

/** A visitor's language and looks; fetched when they are asked for. */
export default function GuestSettings(p: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Themed>
      <SettingsDrawer {...p} />
    </Themed>
  );
}
