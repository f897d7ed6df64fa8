import type { Client } from "@shotkeeper/client";
import type { LoginTexts } from "@shotkeeper/locales";

/** What the parts of the second step share. `run` sends one request; `refusal` is the text of its failure. */
export interface Step {
  readonly client: Client;
  readonly ticket: string;
  readonly remember: boolean;
  readonly texts: LoginTexts["login"]["step"];
  readonly isBusy: boolean;
  readonly refusal: string | undefined;
  readonly run: (work: () => Promise<void>) => Promise<void>;
  readonly clear: () => void;
}
