/** Maximum number of readings in a message. The connector has the same limit. */
export const batchSize = 1000;
/** Maximum size of a message, bytes. The connector accepts 256 KB. */
export const maxMessageBytes = 200 * 1024;
/** Maximum size of a journal file, bytes. A file is deleted after all of its readings were sent. */
export const journalFileBytes = 4 * 1024 * 1024;
/** An unchanged count is stored again after this time, ms, so that the server knows that the counter is alive. */
export const heartbeatMs = 15 * 60_000;
/** Interval at which the gateway reports its state to the Shotkeeper server and gets its configuration, ms. */
export const exchangeMs = 15_000;
/** Free space of the disk below which no reading is stored, bytes. This space is left to other programs. */
export const minFreeBytes = 200 * 1024 * 1024;
/** Maximum time for one read of a source, ms. */
export const readTimeoutMs = 15_000;
/** Maximum time for a request to the Shotkeeper server, ms. */
export const requestTimeoutMs = 60_000;
/**
 * Maximum lead of this computer's clock over the server's clock, ms. With a larger lead, the server would refuse the
 * readings.
 */
export const maxLeadMs = 5 * 60_000;
