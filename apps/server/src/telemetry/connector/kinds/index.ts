import { type ConnectorKind, connectorKind } from "@shotkeeper/contract/counter";
import { chirpstack } from "./chirpstack.ts";
import { ctwing } from "./ctwing.ts";
import type { Kind } from "./kind.ts";
import { onenet } from "./onenet.ts";
import { plain } from "./plain.ts";
import { sparkplug } from "./sparkplug.ts";
import { tts } from "./tts.ts";

const k = connectorKind.values;

/** All kinds of connectors. */
export const kinds: Readonly<Record<ConnectorKind, Kind>> = {
  [k.http]: plain,
  [k.mqtt]: plain,
  [k.chirpstack]: chirpstack,
  [k.tts]: tts,
  [k.ctwing]: ctwing,
  [k.onenet]: onenet,
  [k.edge]: plain,
  [k.sparkplug]: sparkplug,
};
