import { join } from "node:path";
import type { Config } from "../../kernel/config.ts";
import type { Doors } from "../doors/doors.ts";
import { Journal } from "../doors/journal.ts";
import { MqttBroker, type MqttLog } from "./mqtt-broker.ts";
import { ExternalBroker } from "./mqtt-client.ts";
import type { MqttDoor } from "./mqtt-door.ts";

/** Opens the MQTT door that the settings ask for: an external broker, the embedded one, or none. */
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
    // An external broker keeps what is not acknowledged; the embedded one has clients that wait.
    doors.intake.journal = await Journal.open(join(dataDir, "journal"), (lines) =>
      doors.intake.takeJournal(lines),
    );
    mqtt = await MqttBroker.open(doors, now, { host, port: mqttPort, log });
  }
  if (!mqtt) return;
  doors.mqtt = mqtt;
  // Settings go out when they are first known and whenever they are found changed, here or by another server.
  doors.chips.onSettings = (chip) => mqtt.publishConfig(chip);
}
