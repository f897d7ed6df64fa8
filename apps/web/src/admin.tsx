import { loadAntdStylesheet } from "@shotkeeper/ui/app";
import { OutboxRefresh } from "@shotkeeper/ui/outbox";
import { AdminApp, preloadPage } from "@shotkeeper/ui/shell";
import { use } from "react";
import { client } from "./client.ts";
import { actionTexts } from "./offline/action-texts.ts";
import { startOffline } from "./offline/start.ts";
import { screens } from "./screens.ts";

/**
 * Set when the first screen is drawn. start.ts loads this module ahead for every address that is not the shop's. Old
 * addresses then lead to the shop, where customers must not start the offline layer.
 */
let started: Promise<void> | undefined;
void loadAntdStylesheet();
// Downloads the page's code while the user's data is loading. If that fails, the page reports it.
void preloadPage(screens, location.hash.slice(1)).catch(() => {});

export default function Admin() {
  started ??= startOffline();
  use(started);
  return (
    <AdminApp client={client} screens={screens} actionTexts={actionTexts} background={<OutboxRefresh />} />
  );
}
