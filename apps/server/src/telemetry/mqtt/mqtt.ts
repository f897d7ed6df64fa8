import { join } from "node:path";
import type { Config } from "../../kernel/config.ts";
import type { Receiver } from "../connector/receiver.ts";
import type { IngestApis } from "../ingest/ingest.ts";
import { Journal } from "../ingest/journal.ts";
import type { MqttIngest } from "../ingest/mqtt-ingest.ts";
import { MqttBroker } from "./mqtt-broker.ts";
import { ExternalBroker } from "./mqtt-client.ts";
import type { MqttLog } from "./mqtt-listen.ts";

/**
 * Opens the MQTT ingest according to the configuration: a client of an external broker, the embedded broker, or none.
 */
export async function openMqtt(
  ingest: IngestApis,
  receiver: Receiver,
  config: Pick<Config, "mqttUrl" | "mqttPort" | "mqttTls" | "host" | "dataDir">,
  now: () => number,
  log: MqttLog,
): Promise<void> {
  const { mqttUrl, mqttPort, mqttTls, host, dataDir } = config;
  let mqtt: MqttIngest | undefined;
  if (mqttUrl) mqtt = new ExternalBroker(ingest, now, { url: mqttUrl, dataDir, log });
  else if (mqttPort !== undefined || mqttTls) {
    // Opens the journal only for the embedded broker. An external broker keeps unacknowledged messages itself.
    ingest.intake.journal = await Journal.open(join(dataDir, "journal"), (lines) =>
      ingest.intake.takeJournal(lines),
    );
    mqtt = await MqttBroker.open(ingest, receiver, now, { host, port: mqttPort, tls: mqttTls, log });
  }
  if (!mqtt) return;
  ingest.mqtt = mqtt;
  // Sends the settings of a counter when the counter is first loaded, and after each change by any server.
  ingest.chips.onSettings = (chip) => mqtt.publishConfig(chip);
}
