import { loadAntdStylesheet } from "@shotkeeper/ui/app";
import { OutboxRefresh } from "@shotkeeper/ui/outbox";
import { AdminApp, preloadPage } from "@shotkeeper/ui/shell";
import { use } from "react";
import { client } from "./client.ts";
import { actionTexts } from "./offline/action-texts.ts";
import { startOffline } from "./offline/start.ts";
import { screens } from "./screens.ts";

const started = startOffline();
void loadAntdStylesheet();
// Downloads the page's code while the user's data is loading. If that fails, the page reports it.
void preloadPage(screens, location.hash.slice(1)).catch(() => {});

export default function Admin() {
  use(started);
  return (
    <AdminApp client={client} screens={screens} actionTexts={actionTexts} background={<OutboxRefresh />} />
  );
}
