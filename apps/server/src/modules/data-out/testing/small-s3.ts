import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");

/**
 * Small S3 storage for tests. It stores objects in memory by PUT, refuses a request whose signature or content hash is
 * wrong, and shows an object only when its whole content has come.
 */
export class SmallS3 {
  readonly objects = new Map<string, Buffer>();
  /**
   * Failures of the next requests, in order. None of these requests stores an object. A number: the answer has this
   * HTTP status. "cut": the connection breaks.
   */
  readonly troubles: (number | "cut")[] = [];

  private constructor(
    private readonly server: Server,
    private readonly access: { keyId: string; secret: string; region: string },
  ) {}

  static async start(access: { keyId: string; secret: string; region: string }): Promise<SmallS3> {
    const server = createServer();
    const s3 = new SmallS3(server, access);
    server.on("request", (request, response) => void s3.answer(request, response));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return s3;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const trouble = this.troubles.shift();
    if (trouble === "cut") return void request.once("data", () => request.destroy());
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    if (trouble !== undefined) return void refuse(trouble, "SlowDown");
    if (!this.isSigned(request)) return void refuse(403, "SignatureDoesNotMatch");
    if (request.headers["x-amz-content-sha256"] !== sha256(body))
      return void refuse(400, "XAmzContentSHA256Mismatch");
    this.objects.set(decodeURIComponent(request.url ?? ""), body);
    response.writeHead(200).end();
  }

  /** Checks a signature as the documentation of AWS Signature Version 4 describes it. */
  private isSigned({ method, url = "", headers }: IncomingMessage): boolean {
    const credential = "Credential=([^/]+)/(\\d{8})/([^/]+)/s3/aws4_request";
    const pattern = `^AWS4-HMAC-SHA256 ${credential},SignedHeaders=([^,]+),Signature=(\\w+)$`;
    const found = new RegExp(pattern).exec(headers.authorization ?? "");
    const [, keyId = "", day = "", region = "", names = "", signature = ""] = found ?? [];
    if (keyId !== this.access.keyId || region !== this.access.region) return false;
    const lines = names.split(";").map((name) => `${name}:${String(headers[name])}\n`);
    const canonical = `${method}\n${url}\n\n${lines.join("")}\n${names}\n${String(headers["x-amz-content-sha256"])}`;
    const time = String(headers["x-amz-date"]);
    const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${sha256(canonical)}`;
    const dayKey = hmac(`AWS4${this.access.secret}`, day);
    const key = hmac(hmac(hmac(dayKey, region), "s3"), "aws4_request");
    return time.startsWith(day) && createHmac("sha256", key).update(text).digest("hex") === signature;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }
}
