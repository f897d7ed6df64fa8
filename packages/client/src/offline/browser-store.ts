import { type Action, inputOf, localPhotos, type StoredPhoto } from "./action.ts";
import type { Database } from "./database.ts";
import type { OutboxStore } from "./outbox-types.ts";

const lock = "shotkeeper-outbox";
/**
 * Age after which a photo that no action names is deleted, ms. Such a photo belongs to a form that was never submitted.
 */
const strayMs = 2 * 86_400_000;

/** Store of the outbox in this browser. All tabs share it. */
export function browserStore(database: Database): OutboxStore & {
  /** Calls `listener` when another tab has changed the stored actions. */
  listen(listener: () => void): void;
  removeStrayPhotos(now: number): Promise<void>;
} {
  const channel = new BroadcastChannel(lock);
  return {
    actions: () => database.all<Action>("actions"),
    async save(actions, deleted) {
      await database.write("actions", actions, deleted);
      channel.postMessage(null);
    },
    photo: (id) => database.get<StoredPhoto>("photos", id),
    deletePhotos: (ids) => database.write("photos", [], ids),
    async alone(work) {
      // Browsers offer locks only to pages loaded over HTTPS or from localhost. Without locks, two tabs may send the
      // same action, which the server applies once.
      if (!navigator.locks) {
        await work();
        return true;
      }
      return navigator.locks.request(lock, { ifAvailable: true }, async (granted) => {
        if (granted) await work();
        return granted !== null;
      });
    },
    listen(listener) {
      channel.onmessage = listener;
    },
    async removeStrayPhotos(now) {
      const [photos, actions] = await Promise.all([
        database.all<StoredPhoto>("photos"),
        database.all<Action>("actions"),
      ]);
      const used = new Set(actions.flatMap((a) => localPhotos(inputOf(a.body))));
      const stray = photos.filter((p) => !used.has(p.id) && p.at < now - strayMs);
      await database.write(
        "photos",
        [],
        stray.map((p) => p.id),
      );
    },
  };
}
