import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";

/** Starts listening on a free port and returns it. */
export async function listen(http: FastifyInstance): Promise<number> {
  await http.listen({ host: "127.0.0.1", port: 0 });
  return (http.server.address() as AddressInfo).port;
}
