import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

const hash = (text: string | Buffer) => createHash("sha256").update(text).digest();
const url = (bytes: Buffer) => bytes.toString("base64url");

/**
 * Returns the first bytes of a CBOR value: its kind (2 bytes, 3 text, 5 map) and its length, which must be below
 * 65,536.
 */
function head(kind: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(kind << 5) | n]);
  return n < 256 ? Buffer.from([(kind << 5) | 24, n]) : Buffer.from([(kind << 5) | 25, n >> 8, n & 255]);
}
const bytes = (b: Buffer) => Buffer.concat([head(2, b.length), b]);
const text = (t: string) => Buffer.concat([head(3, t.length), Buffer.from(t)]);
const small = (n: number) => (n >= 0 ? head(0, n) : head(1, -1 - n));

interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

/** An authenticator for tests, with one passkey (ES256, attestation "none"). */
export class TestAuthenticator {
  readonly id = url(randomBytes(32));
  private readonly key: KeyObject;
  private readonly cose: Buffer;
  private handle = "";
  count = 0;

  constructor(
    private readonly origin: string,
    private readonly verifiesUser = true,
  ) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.key = privateKey;
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    // COSE key: kty EC2 (2), alg ES256 (-7), curve P-256 (1), coordinates.
    this.cose = Buffer.concat([
      head(5, 5),
      ...[small(1), small(2), small(3), small(-7), small(-1), small(1)],
      ...[small(-2), bytes(Buffer.from(x, "base64url")), small(-3), bytes(Buffer.from(y, "base64url"))],
    ]);
  }

  private data(attested = Buffer.alloc(0)): Buffer {
    const flags = 1 | (this.verifiesUser ? 4 : 0) | (attested.length > 0 ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.count);
    return Buffer.concat([hash(new URL(this.origin).hostname), Buffer.from([flags]), counter, attested]);
  }

  private client(type: string, { challenge }: Options): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  /** Returns the answer of `navigator.credentials.create`: a new passkey. */
  create(options: Options) {
    this.handle = options.user?.id ?? "";
    const id = Buffer.from(this.id, "base64url");
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.cose]);
    const object = [head(5, 3), text("fmt"), text("none"), text("attStmt"), head(5, 0), text("authData")];
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: url(this.client("webauthn.create", options)),
        attestationObject: url(Buffer.concat([...object, bytes(this.data(attested))])),
        transports: ["internal"],
      },
    };
  }

  /** Returns the answer of `navigator.credentials.get`: a signature made with the passkey. */
  get(options: Options) {
    this.count++;
    const [data, client] = [this.data(), this.client("webauthn.get", options)];
    const signature = createSign("sha256")
      .update(Buffer.concat([data, hash(client)]))
      .sign(this.key);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: url(client),
        authenticatorData: url(data),
        signature: url(signature),
        userHandle: this.handle,
      },
    };
  }
}
