import { AppError, type Refusal } from "@shotkeeper/contract/kernel";

const maxReasonLength = 300;

/** Delivery error. `isFinal` is true if another attempt cannot succeed. */
export class SendFailure extends AppError {
  constructor(
    refused: Refusal,
    readonly isFinal: boolean,
  ) {
    super(refused.arg === undefined ? refused : { ...refused, arg: refused.arg.slice(0, maxReasonLength) });
  }
}
