import type { Texts } from "../types.ts";
import type { keys as model } from "../zh-CN/keys.ts";

export const keys: Texts<typeof model> = {
  make: "New key",
  makeTitle: "New API key",
  makeLead: "A program uses this key instead of a log-in. It may do exactly what you select here.",
  hints: {
    keyName: "Name of the program. The system log shows it.",
    scopes: "You can select permissions that you have yourself. The key loses them when you lose them.",
    orgId: "The key then sees only rows of this organization. Empty: all rows that you see.",
    networks: "For example 10.1.0.0/16, 203.0.113.7. Empty: from everywhere.",
    expiresAt: "At most two years from now",
    newExpiry: "Empty: the expiry stays",
  },
  shownTitle: (name) => `Key · ${name}`,
  once: "Copy the key now. It cannot be shown again.",
  copy: "Copy key",
  noted: "I have saved it",
  usage: "Send it with each request:",
  rotate: "Replace",
  rotateTitle: (name) => `Replace the key · ${name}`,
  rotateLead: "A new key is generated. Choose how long the old one stays valid meanwhile.",
  overlaps: { 0: "It ends at once", 24: "1 day", 168: "7 days", 720: "30 days" },
  revoke: "Revoke",
  revokePrompt: (name) => `Revoke the key of ${name}? It stops working at once. This cannot be undone.`,
  revoked: "The key was revoked",
  emptyHint: "Make a key for each program that calls the APIs. Its permissions and its end are limited.",
  gateway: {
    make: "New gateway",
    makeTitle: "New gateway",
    makeLead: "A key is generated for the gateway, which may send readings of all counters.",
    revokePrompt: (name) =>
      `Revoke the key of ${name}? Its connections are closed at once. This cannot be undone.`,
    usage: "User name “gateway” for MQTT, with the key as password; for /jsq:",
    emptyHint: "Register each gateway that sends readings of counters. Each one has a key of its own.",
  },
};
