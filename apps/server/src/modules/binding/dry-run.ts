import { AppError, refusals } from "@shotkeeper/contract/kernel";

/** Ends a dry run: thrown in a transaction to roll it back. As an AppError it leaves the connection usable. */
export class DryRunEnd extends AppError {
  constructor() {
    super(refusals.done());
  }
}
