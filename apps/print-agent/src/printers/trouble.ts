/** Reason why a network printer does not print. The reason is the key of a message (see messages.ts). */
export type Trouble =
  | "unreachable"
  | "silent"
  | "otherLanguage"
  | "notTaken"
  | "notConfirmed"
  | "connectionLost"
  | "paperOut"
  | "headOpen"
  | "ribbonOut"
  | "paused"
  | "printerFault";

/** Failure with a reason that is translated for the user. */
export class TroubleError extends Error {
  constructor(trouble: Trouble) {
    super(trouble);
  }
}
