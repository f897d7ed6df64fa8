import type { Client } from "@shotkeeper/client";
import type { LoginTexts } from "@shotkeeper/locales";

/** Properties that both forms of the second log-in step share: proving a factor, and setting one up. */
export interface Step {
  readonly client: Client;
  readonly ticket: string;
  readonly remember: boolean;
  readonly texts: LoginTexts["login"]["step"];
  /** True while `run` waits for an answer. */
  readonly isBusy: boolean;
  /** Text of the last failure. */
  readonly refusal: string | undefined;
  /** Runs one request. Does nothing while another request runs. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
  readonly clear: () => void;
}
