import { mapSettings } from "@shotkeeper/contract/system";
import type { Config } from "../../kernel/config.ts";
import { handle } from "../../kernel/registry.ts";

export const mapCommands = ({ mapTiles }: Config) => [
  handle(mapSettings, async () => ({
    tileUrl: mapTiles?.url ?? null,
    attribution: mapTiles?.attribution ?? null,
  })),
];
