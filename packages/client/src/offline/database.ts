const stores = ["actions", "photos", "reads"] as const;
export type StoreName = (typeof stores)[number];

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Maximum time to open the stores, ms. After this time, `open` rejects and the application starts without the stores.
 */
const openMs = 5000;

/** Stores of this browser (IndexedDB). The rows of a store are found by their `id`. */
export class Database {
  private constructor(private readonly db: IDBDatabase) {}

  /** Opens the stores. Rejects if another page blocks the stores, or if the browser does not answer within `openMs`. */
  static async open(name = "shotkeeper"): Promise<Database> {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: "id" });
    };
    return new Promise((resolve, reject) => {
      let isLate = false;
      const giveUp = (why: string) => {
        isLate = true;
        reject(new Error(why));
      };
      const timer = setTimeout(() => giveUp("The stores were not opened in time"), openMs);
      request.onblocked = () => giveUp("Another page blocks the stores");
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        clearTimeout(timer);
        const db = request.result;
        if (isLate) return db.close();
        // Closes the stores when a page of a later version upgrades them. Otherwise that page would have to wait until
        // this page is closed.
        db.onversionchange = () => db.close();
        resolve(new Database(db));
      };
    });
  }

  async get<T>(store: StoreName, id: string): Promise<T | undefined> {
    return await done<T | undefined>(this.db.transaction(store).objectStore(store).get(id));
  }

  async ids(store: StoreName): Promise<string[]> {
    return (await done(this.db.transaction(store).objectStore(store).getAllKeys())) as string[];
  }

  /** Returns all rows of a store whose id begins with `prefix`. */
  async all<T>(store: StoreName, prefix = ""): Promise<T[]> {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    return await done<T[]>(this.db.transaction(store).objectStore(store).getAll(range));
  }

  /** Writes and deletes rows of a store in one transaction. Resolves when the rows are on the disk. */
  write(store: StoreName, rows: readonly { readonly id: string }[], deleted: readonly string[] = []) {
    return new Promise<void>((resolve, reject) => {
      // Uses the durability `strict`: the transaction completes only after the operating system has written the rows
      // to the disk, because a phone may lose its power at any time.
      const transaction = this.db.transaction(store, "readwrite", { durability: "strict" });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      const target = transaction.objectStore(store);
      for (const row of rows) target.put(row);
      for (const id of deleted) target.delete(id);
    });
  }

  close(): void {
    this.db.close();
  }
}
