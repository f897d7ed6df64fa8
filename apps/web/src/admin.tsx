import { AdminApp } from "@shotkeeper/ui/shell";
import { client } from "./client.ts";
import { screens } from "./screens.ts";

export default function Admin() {
  return <AdminApp client={client} screens={screens} />;
}
