import { AppError, type ErrorCode } from "@shotkeeper/contract/kernel";

const longest = 300;

/** Why a message did not get through, and whether trying again can help. */
export class SendFailure extends AppError {
  constructor(
    code: ErrorCode,
    reason: string,
    readonly isFinal: boolean,
  ) {
    super(code, reason.slice(0, longest));
  }
}
