import type { Server } from "node:net";

export interface MqttLog {
  debug(o: object, msg: string): void;
  info(o: object, msg: string): void;
  error(o: object, msg: string): void;
}

/** Resolves when the server listens. Later errors are logged. */
export function listen(server: Server, port: number, host: string, log: MqttLog): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      server.on("error", (err) => log.error({ err }, "mqtt server"));
      resolve();
    });
  });
}

export function portOf(server: Server): number | undefined {
  const address = server.address();
  return typeof address === "object" && address ? address.port : undefined;
}
