import { AppError, refusals } from "@shotkeeper/contract/kernel";

/**
 * Error that ends a dry run, so that its transaction is rolled back. As an AppError it leaves the database connection
 * usable.
 */
export class DryRunEnd extends AppError {
  constructor() {
    super(refusals.done());
  }
}
