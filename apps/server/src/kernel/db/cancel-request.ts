import pg from "pg";

/** Properties of clients and connections that the typings of node-postgres do not declare. */
interface CancelKey {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean | object;
  readonly processID: number | null;
  readonly secretKey: number | Buffer | null;
}
interface RawConnection extends NodeJS.EventEmitter {
  readonly stream: { destroy(): void };
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number | Buffer): void;
}

const keyOf = (client: pg.ClientBase): CancelKey => ({
  host: Reflect.get(client, "host"),
  port: Reflect.get(client, "port"),
  ssl: Reflect.get(client, "ssl"),
  processID: Reflect.get(client, "processID"),
  secretKey: Reflect.get(client, "secretKey"),
});

/** Time that a request to cancel may take, ms. */
const cancelMs = 3000;

/**
 * Cancels the statement that `client` is running. Sends the request on a new connection, as the protocol demands.
 * Returns true if the server has passed the request on to the session. The request then cannot reach a later statement.
 * Returns false if the request has failed or taken too long. It may then still cancel a later statement, so the
 * client's connection must not be used again.
 */
export function cancelStatement(client: pg.ClientBase): Promise<boolean> {
  const { host, port, ssl, processID, secretKey } = keyOf(client);
  if (processID === null || secretKey === null) return Promise.resolve(false);
  const connection: RawConnection = Reflect.construct(pg.Connection, [{ ssl }]);
  return new Promise((resolve) => {
    let isSent = false;
    const timer = setTimeout(() => {
      // Makes this function return false, because the server may still act on the request to cancel later.
      isSent = false;
      connection.stream.destroy();
    }, cancelMs);
    const send = () => {
      isSent = true;
      connection.cancel(processID, secretKey);
    };
    connection.on("error", () => {
      isSent = false;
    });
    // Waits until the server closes the connection. The server has then passed the request on to the session.
    connection.on("end", () => {
      clearTimeout(timer);
      resolve(isSent);
    });
    connection.on("connect", () => (ssl ? connection.requestSsl() : send()));
    connection.on("sslconnect", send);
    if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
