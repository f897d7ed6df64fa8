import { join } from "node:path";
import type { Config } from "../../kernel/config.ts";
import type { Doors } from "../ingest/ingest.ts";
import { Journal } from "../ingest/journal.ts";
import type { MqttDoor } from "../ingest/mqtt-ingest.ts";
import { MqttBroker, type MqttLog } from "./mqtt-broker.ts";
import { ExternalBroker } from "./mqtt-client.ts";

/** Opens MQTT ingest as configured: external broker, embedded broker, or none. */
export async function openMqtt(
  doors: Doors,
  config: Pick<Config, "mqttUrl" | "mqttPort" | "host" | "dataDir">,
  now: () => number,
  log: MqttLog,
): Promise<void> {
  const { mqttUrl, mqttPort, host, dataDir } = config;
  let mqtt: MqttDoor | undefined;
  if (mqttUrl) mqtt = new ExternalBroker(doors, now, { url: mqttUrl, dataDir, log });
  else if (mqttPort !== undefined) {
    // Only for the embedded broker. An external broker stores unacknowledged messages itself.
    doors.intake.journal = await Journal.open(join(dataDir, "journal"), (lines) =>
      doors.intake.takeJournal(lines),
    );
    mqtt = await MqttBroker.open(doors, now, { host, port: mqttPort, log });
  }
  if (!mqtt) return;
  doors.mqtt = mqtt;
  // Sends settings when they are first loaded and after each change, by this or another server.
  doors.chips.onSettings = (chip) => mqtt.publishConfig(chip);
}
