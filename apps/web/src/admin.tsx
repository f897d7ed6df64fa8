import { OutboxRefresh } from "@shotkeeper/ui/outbox";
import { AdminApp } from "@shotkeeper/ui/shell";
import { use } from "react";
import { client } from "./client.ts";
import { actionTexts } from "./offline/action-texts.ts";
import { startOffline } from "./offline/start.ts";
import { screens } from "./screens.ts";

const started = startOffline();

export default function Admin() {
  use(started);
  return (
    <AdminApp client={client} screens={screens} actionTexts={actionTexts} background={<OutboxRefresh />} />
  );
}
