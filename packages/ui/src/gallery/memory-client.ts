import {
  type Application,
  type Client,
  ClientError,
  type CurrentUser,
  type followEvents,
  type ListRequest,
  type LiveEvent,
  memoryTokenStore,
  type Page,
  type Shop,
  signInCalls,
} from "@shotkeeper/client";
import { selectRows } from "@shotkeeper/client/offline";
import {
  type Command,
  type CommandInput,
  type CommandOutput,
  type CommandPreview,
  codes,
  type Entity,
  type ImportOutcome,
  type Query,
  type QueryRow,
  type Row,
} from "@shotkeeper/contract/kernel";
import type { AnyRow } from "../cells/columns.ts";

/**
 * Answer of the memory client to a request. Either rows, which the client filters, sorts and pages, or a function that
 * returns the answer or throws a refusal.
 */
export type Answer = readonly AnyRow[] | ((request: AnyRow) => unknown);

/**
 * Answers by the name of the request. The names are: "BS101.Q01" (menu and id) for a query; the wire name for a table;
 * "update MB_MOLD" (verb and table) for a write; "rf_Search" (type) for a command; "preview" and the type for the
 * preview of a command; the path for a file.
 */
export type Answers = Readonly<Record<string, Answer>>;

type UploadedRows = Awaited<ReturnType<Client["upload"]>>;

interface Call {
  readonly name: string;
  readonly request: AnyRow;
}

export interface MemoryClient extends Client {
  /** Returns the requests that components have sent under this name, so that tests can check them. */
  readonly requests: (name: string) => readonly AnyRow[];
  /** Sends a live event to all components that listen. */
  readonly emit: (event: LiveEvent) => void;
  /** Replacement of the server's event stream (`followEvents`). Its events come from `emit`. */
  readonly follow: typeof followEvents;
}

/** Returns an answer that never arrives, to show the loading state. */
export const pending = (): Promise<never> => new Promise(() => {});

/** Returns an answer that refuses with a code of the error catalogue: `refusal("S0029^MOLD_NO")`. */
export const refusal = (message: string) => (): never => {
  throw new ClientError(message);
};

/** Answers as if the server could not be reached. */
export const unreachable = (): never => {
  throw new ClientError("network", "network");
};

/**
 * Creates an API client for stories, which answers every call from memory. Throws an error for a request to which the
 * story defines no answer.
 */
export function memoryClient(answers: Answers, user: CurrentUser): MemoryClient {
  const calls: Call[] = [];
  const listeners = new Set<(event: LiveEvent) => void>();

  async function ask(name: string, request: AnyRow): Promise<unknown> {
    calls.push({ name, request });
    const answer = answers[name];
    if (answer === undefined) throw new Error(`The story has no answer for ${name}`);
    return typeof answer === "function" ? await answer(request) : answer;
  }

  async function list<R>(name: string, { signal: _signal, ...r }: ListRequest): Promise<Page<R>> {
    const rows = (await ask(name, { ...r })) as readonly AnyRow[];
    return selectRows(rows, r) as unknown as Page<R>;
  }

  /** Answers a write. The write succeeds unless the story defines another answer. */
  const write = (verb: string, message: string) => async (e: Entity, rows: readonly AnyRow[]) => {
    const name = `${verb} ${e.wire}`;
    if (name in answers) await ask(name, { rows });
    else calls.push({ name, request: { rows } });
    return message;
  };

  return {
    query: <Q extends Query>(q: Q, r: ListRequest = {}) => list<QueryRow<Q>>(`${q.menu}.${q.id}`, r),
    table: <E extends Entity>(e: E, r: ListRequest = {}) => list<Row<E>>(e.wire, r),
    insert: write("insert", codes.added),
    update: write("update", codes.updated),
    updateEach: async (e: Entity, rows: readonly AnyRow[]) => {
      const name = `updateEach ${e.wire}`;
      if (name in answers) return (await ask(name, { rows })) as ImportOutcome;
      calls.push({ name, request: { rows } });
      return { count: rows.length, faults: [] };
    },
    remove: write("remove", codes.deleted),
    archive: write("archive", codes.archived),
    restore: write("restore", codes.restored),
    run: async <C extends Command>(c: C, input: Partial<CommandInput<C>>) =>
      (await ask(c.type, input)) as CommandOutput<C>,
    preview: async <C extends Command>(c: C, input: Partial<CommandInput<C>>) =>
      (await ask(`preview ${c.type}`, input)) as CommandPreview<C>,
    post: async (path) => ({ Code: 0, Msg: "", ReturnData: await ask(path, {}) }),
    send: (path) => ask(path, {}),
    shop: async () => (await ask("/shop/info", {})) as Shop,
    captcha: async () => ({
      id: "1",
      image: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='30'/>",
      difficulty: 0,
    }),
    logIn: async (l) => {
      await ask("/login", { ...l });
      return { mustChangePassword: false };
    },
    signUp: async (s) => (await ask("/shop/sign-up", { ...s })) as { tenantId: string; userId: string },
    application: async (ticket) => (await ask("/shop/application", { ticket })) as Application,
    correctApplication: async (ticket, company, licence) =>
      void (await ask("/shop/application/correct", { ticket, ...company, licence })),
    canResetByMail: async () => (await ask("/login/forgot", {})) === true,
    askForReset: async (r) => void (await ask("/login/forgot", { ...r })),
    resetPassword: async (token, newPassword) => {
      await ask("/login/reset", { token, newPassword });
      return { tenantId: "", userId: "" };
    },
    logInByWeChat: async (l) => {
      await ask("/login", { ...l });
      return undefined;
    },
    ...signInCalls({
      post: async (path, body) => ({ ReturnData: await ask(path, { ...(body as AnyRow) }) }),
      setToken: () => {},
      device: "PC",
    }),
    weChatPage: async () => (await ask("/login/wechat", {})) as string | null,
    user: async () => user,
    upload: async (files, info) => (await ask("/UploadFiles", { files, ...info })) as UploadedRows,
    file: async (path) => (await ask(path, {})) as Blob,
    offline: undefined,
    tokens: memoryTokenStore(),
    deviceToken: () => null,
    baseUrl: "",
    requests: (name) => calls.filter((c) => c.name === name).map((c) => c.request),
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    follow: (_client, onEvent, onLiveness) => {
      listeners.add(onEvent);
      onLiveness?.("live");
      return () => listeners.delete(onEvent);
    },
  };
}
