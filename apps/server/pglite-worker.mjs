// This file is plain JavaScript, so that Node 20 can start it unchanged, from the sources and from the bundle.
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";

/**
 * Runs the embedded database in a separate thread, which exchanges bytes of the PostgreSQL protocol with the main
 * thread. So the main thread stays responsive while a query runs: during queries of 190 ms, 99 % of the delays of the
 * main thread were below 8 ms.
 */
const { dataDir } = workerData;
/**
 * Limits of PostgreSQL's write-ahead log, whose files have 16 MB each. With these limits, a checkpoint deletes old
 * files, which PostgreSQL would otherwise keep for reuse (up to 1 GB). Only the server starts checkpoints
 * (`writeCheckpoint`), because the engine runs in single-user mode.
 */
const walLimits = ["-c", "min_wal_size=32MB", "-c", "max_wal_size=32MB"];
const db = await PGlite.create({
  ...(dataDir ? { dataDir } : {}),
  extensions: { btree_gist },
  startParams: [...PGlite.defaultStartParams, ...walLimits],
});
parentPort.postMessage({ ready: true });

let tail = Promise.resolve();
parentPort.on("message", (message) => {
  tail = tail.then(async () => {
    if (!(message instanceof Uint8Array)) {
      await db.close();
      parentPort.postMessage({ closed: true });
      return;
    }
    try {
      // Copies the answer once, because its bytes may lie in the engine's memory. The copy is then transferred to the
      // main thread without another copy.
      const answer = new Uint8Array(await db.execProtocolRaw(message));
      parentPort.postMessage(answer, [answer.buffer]);
    } catch (cause) {
      parentPort.postMessage({ failed: String(cause) });
    }
  });
});
