import mqtt, { type MqttClient } from "mqtt";
import type { RealServer } from "./real-server.ts";

/** Longest wait for an acknowledgement, ms. */
const patience = 10_000;
/** Pause after a refused or lost report, ms. */
const pause = 100;

/** Cycle of the simulated molds, ms. The server quarantines readings of counters that count much faster. */
const cycleMs = 60_000;
/**
 * Age of the first report, ms. The times of the reports advance faster than the real clock. Because they begin so far
 * in the past, they do not reach the present during the test.
 */
const firstAge = 90 * 24 * 3_600_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Report {
  readonly count: number;
  readonly at: string;
}

/**
 * A simulated counter. It sends each report until the server has acknowledged it, as the firmware of a counter does.
 * Counters with an even number send by HTTP, the others by MQTT.
 */
export class Device {
  /** All reports of this counter, acknowledged or not. */
  readonly reports: Report[] = [];
  /** Counts that the server has acknowledged. */
  readonly acknowledged = new Set<number>();
  private client: MqttClient | undefined;
  private count = 1000;
  private at = Date.now() - firstAge;

  constructor(
    readonly no: string,
    private readonly secret: string,
    private readonly byMqtt: boolean,
    private readonly random: (n: number) => number,
  ) {}

  /** Sends reports until `isEnding` returns true, and then the last report until it is acknowledged. */
  async run(server: () => RealServer, isEnding: () => boolean): Promise<void> {
    while (!isEnding()) {
      const report = { count: this.count, at: new Date(this.at).toISOString() };
      this.reports.push(report);
      while (!(await this.send(server(), report))) await sleep(pause);
      this.acknowledged.add(report.count);
      // Sends one report in ten again, as a counter does when the acknowledgement of a report is lost.
      if (this.random(10) === 0) await this.send(server(), report);
      const shots = 1 + this.random(5);
      this.count += shots;
      this.at += shots * cycleMs;
      await sleep(this.random(60));
    }
    this.client?.end(true);
  }

  /** Returns whether the server has acknowledged the report. */
  private async send(server: RealServer, { count, at }: Report): Promise<boolean> {
    const chip = `CHIP${this.no}`;
    const data = {
      WRITER_IMIE: chip,
      COUNT_TIMES: count,
      sendTime: at,
      percentage: 90,
      Electricity_Mark: 0,
      rssi: -80,
      Remove_Sign: 0,
    };
    try {
      if (this.byMqtt) {
        const client = await this.connected(server, chip);
        await within(client.publishAsync(`counters/${chip}/report`, JSON.stringify(data), { qos: 1 }));
        return true;
      }
      const body = { Type: "report", Data: [data] };
      const answer = await within(server.post("/jsq", body, `Counter ${chip}:${this.secret}`));
      return answer.Code === 0;
    } catch {
      // Tries again later if the server was killed, is starting, or has no database.
      this.client?.end(true);
      this.client = undefined;
      return false;
    }
  }

  private async connected(server: RealServer, username: string): Promise<MqttClient> {
    if (this.client?.connected && this.client.options.port === Number(new URL(server.mqttUrl).port))
      return this.client;
    this.client?.end(true);
    const client = mqtt.connect(server.mqttUrl, { username, password: this.secret, reconnectPeriod: 0 });
    client.on("error", () => undefined);
    this.client = client;
    await within(
      new Promise<void>((resolve, reject) => {
        client.once("connect", () => resolve());
        client.once("close", () => reject(new Error("closed")));
      }),
    );
    return client;
  }
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer")), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
