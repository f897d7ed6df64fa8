import type { Texts } from "../types.ts";
import type { offline as model } from "../zh-CN/offline.ts";
import { counted } from "./plural.ts";

export const offline: Texts<typeof model> = {
  title: "Offline actions",
  open: (n) => `Offline actions: ${n}`,
  queued: "Saved on this device. It will be sent when there is a connection.",
  noConnection:
    "No connection. Stock-takes, maintenance and inspections are saved on this device and sent later.",
  dataOf: (time) => `You see the data of ${time}.`,
  signIn: "Sign in again. Your waiting actions are then sent.",
  others: (names) =>
    `Actions of other users wait on this device: ${names}. They are sent when these users sign in.`,
  sending: "Sending",
  sendNow: "Send now",
  empty: "No waiting actions",
  emptyHint: "Without a signal, your actions are listed here. They are sent when there is a connection.",
  sections: { conflict: "Your decision is needed", waiting: "Waiting", done: "Sent", discarded: "Discarded" },
  at: (time) => `Done at ${time}`,
  attempts: (n) => counted(n, "attempt", "attempts"),
  photos: (n) => counted(n, "photo", "photos"),
  reason: (text) => `Reason: ${text}`,
  clock: "The clock of this device was changed after this action, so its time is uncertain. Check the time.",
  old: "This action was first sent long ago. The server may have applied it. Check before you decide.",
  again: "Send again",
  keepMine: "Keep mine",
  edit: "Edit and send",
  discard: "Discard",
  accept: "OK",
  discardTitle: "Discard this action?",
  discardLead: "It will not be sent to the server. This list shows it with your reason for a week.",
  discardReason: "Reason",
  discardRequired: "Please enter a reason",
  scanned: {
    double: (by) => `${by} has counted this mold before you`,
    unknown: "No mold or counter has this code",
  },
  what: {
    scan: (code) => `Stock-take: scan ${code}`,
    count: (result, mold) => `Stock-take: ${mold} ${result}`,
    finish: (task) => `Maintenance: finish task ${task}`,
    defer: (task) => `Maintenance: defer task ${task}`,
    newIssue: (mold) => `Inspection: new issue of ${mold}`,
    solve: (issue) => `Inspection: solve issue ${issue}`,
  },
  device: {
    title: "Work offline on this device",
    lead: "This device stores the data for stock-takes, maintenance and inspections, so you can work without a signal. Logging out deletes the data. Waiting actions stay.",
    take: "Update data",
    taken: (time) => `Data updated at ${time}`,
    never: "No data stored yet",
    failed: "The data was not updated",
  },
  photoSmaller: (before, after) => `The photo was too large and was reduced from ${before} to ${after}`,
  waitingHere: "Waiting to be sent",
};
