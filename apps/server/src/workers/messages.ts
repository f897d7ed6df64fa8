/** Messages from the supervisor to a worker. */
export type Order =
  /** Become the leader: start the jobs and MQTT, which only one worker runs. */
  | { readonly type: "lead" }
  /** Stop the jobs and MQTT, because another worker becomes the leader. */
  | { readonly type: "release" }
  /** Finish the requests and end. */
  | { readonly type: "stop" }
  /** Numbers of requests that other workers have counted, by the key of the rate limit. */
  | { readonly type: "used"; readonly counts: Readonly<Record<string, number>> }
  /** Send the metrics of this worker. The answer must contain the number `id`. */
  | { readonly type: "measure"; readonly id: number }
  /** Metrics of all workers, as the answer to `measureAll`. */
  | { readonly type: "measured"; readonly id: number; readonly metrics: readonly object[][] };

/** Messages from a worker to the supervisor. */
export type News =
  | { readonly type: "serving"; readonly address: string }
  | { readonly type: "leading" }
  | { readonly type: "released" }
  | { readonly type: "used"; readonly counts: Readonly<Record<string, number>> }
  | { readonly type: "measureAll"; readonly id: number }
  | { readonly type: "metrics"; readonly id: number; readonly metrics: readonly object[] };
