import type { PasskeyJson } from "@shotkeeper/client";
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";

/**
 * Error: the user closed the browser's dialog, or the device has no fitting passkey. The browser does not tell which.
 */
export class PasskeyAborted extends Error {}

/** Matches IP addresses. Passkeys belong to names of hosts, so browsers refuse them there. */
const ipAddress = /^[\d.]+$|:/;

/** Returns whether this page can use passkeys. Browsers offer them on HTTPS and on localhost only. */
export const hasPasskeySupport = (): boolean =>
  window.isSecureContext && !ipAddress.test(location.hostname) && browserSupportsWebAuthn();

const abort = (): never => {
  throw new PasskeyAborted();
};

/** Asks the browser to create a passkey. Throws PasskeyAborted if there is none in the end. */
export async function createPasskey(options: unknown): Promise<PasskeyJson> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON }).catch(abort)) };
}

/** Asks the browser to use a passkey. Throws PasskeyAborted if none was used. */
export async function askPasskey(options: unknown): Promise<PasskeyJson> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON }).catch(abort)) };
}
