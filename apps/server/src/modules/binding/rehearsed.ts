import { AppError, refusals } from "@shotkeeper/contract/kernel";

/** Ends a transaction that was a rehearsal; as a refusal, after which the connection is as good as before. */
export class Rehearsed extends AppError {
  constructor() {
    super(refusals.done());
  }
}
