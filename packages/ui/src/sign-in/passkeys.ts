import type { PasskeyJson } from "@shotkeeper/client";
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";

/**
 * Error: the user closed the browser's dialog, or the device has no fitting passkey. The browser does not tell which of
 * these was the cause.
 */
export class PasskeyAborted extends Error {}

/** Matches IP addresses. A passkey belongs to a host name, so browsers refuse passkeys on pages with an IP address. */
const ipAddress = /^[\d.]+$|:/;

/** Returns true if this page can use passkeys. Browsers support passkeys only on HTTPS and on localhost. */
export const hasPasskeySupport = (): boolean =>
  window.isSecureContext && !ipAddress.test(location.hostname) && browserSupportsWebAuthn();

const abort = (): never => {
  throw new PasskeyAborted();
};

/** Asks the browser to create a passkey. Throws PasskeyAborted if no passkey was created. */
export async function createPasskey(options: unknown): Promise<PasskeyJson> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON }).catch(abort)) };
}

/** Asks the browser to use a passkey. Throws PasskeyAborted if none was used. */
export async function askPasskey(options: unknown): Promise<PasskeyJson> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON }).catch(abort)) };
}
