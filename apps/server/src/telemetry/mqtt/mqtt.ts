import { join } from "node:path";
import type { Config } from "../../kernel/config.ts";
import type { Doors } from "../doors/doors.ts";
import { Journal } from "../doors/journal.ts";
import { MqttBroker, type MqttLog } from "./mqtt-broker.ts";
import { ExternalBroker } from "./mqtt-client.ts";

/** Opens the MQTT door that the settings ask for: an external broker, the embedded one, or none. */
export async function openMqtt(
  doors: Doors,
  config: Pick<Config, "mqttUrl" | "mqttPort" | "host" | "dataDir">,
  now: () => number,
  log: MqttLog,
): Promise<void> {
  const { mqttUrl, mqttPort, host, dataDir } = config;
  // An external broker keeps what is not acknowledged; the embedded one has clients that wait.
  if (!mqttUrl && mqttPort !== undefined)
    doors.intake.journal = await Journal.open(join(dataDir, "journal"), (lines) =>
      doors.intake.takeJournal(lines),
    );
  const mqtt = mqttUrl
    ? new ExternalBroker(doors, now, { url: mqttUrl, dataDir, log })
    : mqttPort !== undefined
      ? await MqttBroker.open(doors, now, { host, port: mqttPort, log })
      : undefined;
  if (!mqtt) return;
  doors.mqtt = mqtt;
  // Settings go out when they are first known and whenever they are found changed, here or by another server.
  doors.chips.onSettings = (chip) => mqtt.publishConfig(chip);
}
