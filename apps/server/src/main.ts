import { readConfig } from "./kernel/config.ts";
import { printAddress, serve } from "./serve.ts";

await serve(
  () => {
    const config = readConfig(process.env);
    if (config.devLogin !== undefined)
      throw new Error("DEV_LOGIN works with `npm run dev` only: this program asks everybody for a password");
    return config;
  },
  { onServing: printAddress },
);
