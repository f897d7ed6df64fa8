import { openDb } from "../../apps/server/src/kernel/db/open.ts"; const d = await openDb({url: process.argv[2]}); await d.close();
