import type { Connection } from "./connection.ts";
import { requestTimeoutMs } from "./limits.ts";
import { errorText } from "./types.ts";

/** Error of a failed request. `retryMs` is the time that the server asks the gateway to wait. */
export class ProductError extends Error {
  constructor(
    message: string,
    readonly retryMs?: number,
  ) {
    super(message);
  }
}

interface Answer {
  readonly Code: number;
  readonly Msg: string;
  readonly ReturnData: unknown;
}

const isAnswer = (v: unknown): v is Answer =>
  typeof v === "object" && v !== null && "Code" in v && "Msg" in v;

const meanings: Readonly<Record<string, string>> = {
  "401": "The product refuses the secret. Connect the gateway again with --connect",
  "404": "The product does not know this gateway. Connect it again with --connect",
};

/** Sends the requests of this gateway to the Shotkeeper server. */
export class Product {
  /** Difference of this computer's clock to the server's clock, ms. Positive: this clock is ahead. */
  clockLeadMs = 0;

  constructor(private readonly connection: Connection) {}

  get url(): string {
    return this.connection.url;
  }

  /** Sends a JSON body and returns the data of the answer. Throws a ProductError if the request was not accepted. */
  async post(path: "" | "/edge", body: string, signal: AbortSignal): Promise<unknown> {
    const { url, secret } = this.connection;
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${url}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        body,
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
      });
      text = await response.text();
    } catch (cause) {
      if (signal.aborted) throw cause;
      const inner = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
      throw new ProductError(`The product cannot be reached: ${errorText(inner)}`);
    }
    const answer = parse(text);
    if (!isAnswer(answer)) {
      // Refuses an answer that is not from the Shotkeeper server: a captive portal or a proxy may answer 200 with its
      // own page.
      throw new ProductError(`Something else than the product answers at ${url} (HTTP ${response.status})`);
    }
    if (response.status !== 200 || answer.Code !== 0) {
      const seconds = Number(response.headers.get("retry-after"));
      const meaning =
        meanings[String(response.status)] ?? `The product answers ${response.status} ${answer.Msg}`;
      throw new ProductError(meaning, seconds > 0 ? Math.min(seconds, 3600) * 1000 : undefined);
    }
    const date = Date.parse(response.headers.get("date") ?? "");
    // The Date header has whole seconds, so a difference below 3 s counts as none.
    if (!Number.isNaN(date)) this.clockLeadMs = Math.abs(Date.now() - date) < 3000 ? 0 : Date.now() - date;
    return answer.ReturnData;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
