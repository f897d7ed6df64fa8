import { loadAntdStylesheet } from "@shotkeeper/ui/app";
import { useAwaited } from "@shotkeeper/ui/lazy";
import { OutboxRefresh } from "@shotkeeper/ui/outbox";
import { AdminApp, preloadPage } from "@shotkeeper/ui/shell";
import { EarlyTasks } from "./admin/maintenance/early-tasks.tsx";
import { EarlyFigures } from "./admin/workplace/early-figures.tsx";
import { client } from "./client.ts";
import { actionTexts } from "./offline/action-texts.ts";
import { startOffline } from "./offline/start.ts";
import { screens } from "./screens.ts";

/**
 * Resolves when the offline layer (stored data and outbox of this device) has started. The first render starts the
 * layer, and not the load of this module: start.ts loads this module also for old addresses that redirect to the shop,
 * which must not start the layer.
 */
let started: Promise<true> | undefined;
void loadAntdStylesheet();
// Downloads the page's code while the user's data is loading. If that fails, the page reports it.
void preloadPage(screens, location.hash.slice(1)).catch(() => {});

export default function Admin() {
  started ??= startOffline().then(() => true);
  if (!useAwaited(started)) return null;
  return (
    <AdminApp
      client={client}
      screens={screens}
      actionTexts={actionTexts}
      background={<OutboxRefresh />}
      early={
        <>
          <EarlyFigures />
          <EarlyTasks />
        </>
      }
    />
  );
}
