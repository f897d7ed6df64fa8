import { AppError, type Refusal } from "@shotkeeper/contract/kernel";

const maxReasonLength = 300;

/** Error while sending a message. `isFinal` is true if further attempts would fail too, so none is made. */
export class SendFailure extends AppError {
  constructor(
    refused: Refusal,
    readonly isFinal: boolean,
  ) {
    super(refused.arg === undefined ? refused : { ...refused, arg: refused.arg.slice(0, maxReasonLength) });
  }
}
