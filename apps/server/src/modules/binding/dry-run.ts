import { AppError, refusals } from "@shotkeeper/contract/kernel";

/**
 * Error thrown at the end of a dry run to roll back its transaction. As an AppError it leaves the database connection
 * usable.
 */
export class DryRunEnd extends AppError {
  constructor() {
    super(refusals.done());
  }
}
