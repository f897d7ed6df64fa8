/** Address under which browsers reach this server. Passkeys and the single sign-on depend on it. */
export interface Site {
  /** Scheme, host and port, without a trailing slash. */
  readonly origin: string;
  /** Host without the port: the relying party of passkeys (WebAuthn RP ID). */
  readonly rpId: string;
}

/** Returns the site of an address such as https://shots.example.com/. */
export function siteOf(address: string): Site {
  const { origin, hostname } = new URL(address);
  return { origin, rpId: hostname };
}
