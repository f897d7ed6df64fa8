import { limits } from "@shotkeeper/contract/enumerations";
import {
  type Command,
  type CommandInput,
  type CommandOutput,
  type CommandPreview,
  type Condition,
  codes,
  decodeAnswer,
  decodeOutput,
  decodeReturnData,
  type Entity,
  type Envelope,
  encodeOutput,
  encodeRow,
  encodeSort,
  encodeWhere,
  type Fields,
  type ListData,
  noToken,
  type Query,
  type QueryRow,
  type Row,
  type RowOf,
  type SortKey,
  tokenHeader,
} from "@shotkeeper/contract/kernel";
import { fileInfo, type SessionUser, sessionUser, shopFacts } from "@shotkeeper/contract/system";
import type { DeviceStore } from "./devices.ts";
import { ClientError } from "./error.ts";
import { loginCalls } from "./login.ts";
import { signInCalls } from "./sign-in.ts";
import type { TokenStore } from "./token.ts";

export interface ClientOptions {
  /** Origin of the server, without a trailing slash. "" means the origin of the page. */
  readonly baseUrl?: string;
  readonly tokens: TokenStore;
  /** Absent: the server knows this program by no token. */
  readonly devices?: DeviceStore;
  /** Kind of device. The licence limits handheld scanners (PDA) and PCs separately. */
  readonly device?: "PC" | "PDA";
  /** Tenant whose shop a caller without a session visits. Absent: the server chooses by the host name. */
  readonly shopTenant?: string | undefined;
  /** Called when the server has ended the session (S0009, S0010). The client has then already deleted the token. */
  readonly onExpired?: () => void;
  /**
   * Called for each answer, so that the caller can estimate the server's clock. All arguments are epoch ms: the
   * answer's Date header, and when the request was sent and answered.
   */
  readonly onDate?: (date: number, sentAt: number, receivedAt: number) => void;
}

export interface ListRequest {
  readonly where?: readonly Condition[];
  readonly sort?: readonly SortKey[];
  /** Page number, counted from 1. */
  readonly page?: number;
  readonly limit?: number;
  /** True: the rows are for a file. The server records this in its log. */
  readonly isExport?: boolean | undefined;
  readonly signal?: AbortSignal;
}

export interface Page<R> {
  readonly rows: R[];
  readonly total: number;
  /** Sums over the rows of all pages, by field. Only queries that declare sums return them. */
  readonly totals?: Readonly<Record<string, number>>;
}

/** Record to which an uploaded file is attached, and the part of the record. */
export type UploadInfo = Partial<
  Pick<RowOf<typeof fileInfo.fields>, "ownerTable" | "ownerId" | "ownerPart" | "fileCode">
>;

/** A shop, as POST /shop/info returns it. A closed or unknown shop tells nothing about itself. */
export type Shop = Partial<RowOf<typeof shopFacts>>;

/** Decodes the facts about a shop, which also stand in the page that the server renders. */
export const decodeShop = (facts: Readonly<Record<string, unknown>>): Shop => decodeAnswer(facts, shopFacts);

/** The user of the session, as GET /user returns it. */
export interface CurrentUser extends SessionUser {
  /** Name that the tenant has given the system. Empty if the default name applies. */
  readonly sysName: string;
}

export type Client = ReturnType<typeof createClient>;

/**
 * Creates a client of the server's APIs. The client depends on no front-end framework. Every failed call rejects with a
 * ClientError.
 */
export function createClient(options: ClientOptions) {
  const base = options.baseUrl ?? "";
  const { tokens, devices, device = "PC" } = options;

  async function request(path: string, init: RequestInit, outer?: AbortSignal): Promise<Response> {
    const timeout = AbortSignal.timeout(limits.loadingTimeoutMs);
    const signal = outer ? AbortSignal.any([outer, timeout]) : timeout;
    let response: Response;
    const sentAt = Date.now();
    try {
      response = await fetch(base + path, {
        ...init,
        signal,
        headers: { [tokenHeader]: tokens.get() ?? noToken, ...init.headers },
      });
    } catch (cause) {
      if (outer?.aborted) throw new ClientError("aborted", "aborted");
      throw timeout.aborted
        ? new ClientError("timeout", "timeout")
        : new ClientError(String(cause), "network");
    }
    const date = Date.parse(response.headers.get("date") ?? "");
    if (!Number.isNaN(date)) options.onDate?.(date, sentAt, Date.now());
    const renewed = response.headers.get(tokenHeader);
    if (renewed) tokens.set(renewed);
    return response;
  }

  async function send(
    path: string,
    init: RequestInit,
    outer?: AbortSignal,
  ): Promise<Envelope & Record<string, unknown>> {
    const response = await request(path, init, outer);
    let body: Envelope & Record<string, unknown>;
    try {
      body = await response.json();
    } catch {
      throw new ClientError("network", outer?.aborted ? "aborted" : "network", response.status);
    }
    if (body.Code === 0) return body;
    if (body.Msg === codes.sessionEnded || body.Msg === codes.noToken) {
      tokens.clear();
      options.onExpired?.();
    }
    throw new ClientError(body.Msg, undefined, response.status);
  }

  /** Returns the tenant of the visited shop, for calls without a session. */
  const visited = () =>
    options.shopTenant !== undefined && tokens.get() === null ? { TENANT_ID: options.shopTenant } : {};

  const post = (path: string, body: unknown, signal?: AbortSignal) =>
    send(
      path,
      { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } },
      signal,
    );

  async function list<R>(payload: object, fields: Fields, r: ListRequest): Promise<Page<R>> {
    const answer = await post(
      "/mitt",
      {
        ...payload,
        ...visited(),
        WhereStr: encodeWhere(r.where ?? [], fields),
        Sort: encodeSort(r.sort ?? [], fields),
        Page: r.page ?? 1,
        Limit: r.limit ?? limits.dictionaryPage,
        ...(r.isExport ? { EXPORT: "Y" } : {}),
      },
      r.signal,
    );
    const data = answer.ReturnData as ListData;
    const rows = data.list.map((row) => decodeAnswer(row, fields) as R);
    const totals = data.totals && (decodeAnswer(data.totals, fields) as Record<string, number>);
    return { rows, total: data.count, ...(totals ? { totals } : {}) };
  }

  const write = (
    type: "insert" | "update" | "delete" | "archive" | "restore",
    entity: Entity,
    rows: readonly Readonly<Record<string, unknown>>[],
  ) =>
    post("/mitt", {
      Type: type,
      MENU_ID: entity.menu,
      TableName: entity.wire,
      Data: rows.map((row) => encodeRow(row, entity.fields)),
    }).then((a) => a.Msg);

  return {
    post,
    /** Runs a named query and returns one page of its rows. */
    query: <Q extends Query>(q: Q, r: ListRequest = {}): Promise<Page<QueryRow<Q>>> =>
      list({ Type: "QueryByID", MENU_ID: q.menu, QueryID: q.id }, q.columns, r),
    /**
     * Returns one page of rows of a table. `insert`, `update` and the other methods below change the rows of such a
     * table.
     */
    table: <E extends Entity>(e: E, r: ListRequest = {}): Promise<Page<Row<E>>> =>
      list({ Type: "QueryBySelf", MENU_ID: e.menu, TableName: e.wire, SelecFields: "*" }, e.fields, r),
    insert: (e: Entity, rows: readonly Readonly<Record<string, unknown>>[]) => write("insert", e, rows),
    update: (e: Entity, rows: readonly Readonly<Record<string, unknown>>[]) => write("update", e, rows),
    remove: (e: Entity, rows: readonly Readonly<Record<string, unknown>>[]) => write("delete", e, rows),
    /** Archives records. Lists then leave these records out, but all their data stays stored. */
    archive: (e: Entity, rows: readonly Readonly<Record<string, unknown>>[]) => write("archive", e, rows),
    /** Takes archived records back into use. */
    restore: (e: Entity, rows: readonly Readonly<Record<string, unknown>>[]) => write("restore", e, rows),
    /** Runs a named command and returns its answer. */
    run: async <C extends Command>(
      c: C,
      input: Partial<CommandInput<C>>,
      signal?: AbortSignal,
    ): Promise<CommandOutput<C>> => {
      const { ReturnData } = await post(
        "/mitt",
        {
          Type: c.type,
          ...visited(),
          MENU_ID: c.access.kind === "right" ? c.access.menus[0] : undefined,
          InParams: encodeRow(input, c.input),
        },
        signal,
      );
      return decodeReturnData(ReturnData, c.output) as CommandOutput<C>;
    },
    /**
     * Returns the changes that a command would make. The server runs the command and rolls it back. The command must
     * declare a preview.
     */
    preview: async <C extends Command>(
      c: C,
      input: Partial<CommandInput<C>>,
      signal?: AbortSignal,
    ): Promise<CommandPreview<C>> => {
      const body = { Type: "preview", Command: c.type, InParams: encodeRow(input, c.input) };
      const { ReturnData } = await post("/mitt", body, signal);
      return decodeReturnData(ReturnData, c.preview ?? {}) as CommandPreview<C>;
    },
    ...loginCalls({ send, post, tokens, devices, device }),
    ...signInCalls({ post, setToken: (token, remember) => tokens.set(token, remember), device }),
    async user(): Promise<CurrentUser> {
      const answer = await send("/user", { method: "GET" });
      const { user } = answer.data as { user: Readonly<Record<string, unknown>> };
      return { ...(decodeOutput(user, sessionUser) as SessionUser), sysName: String(answer.SysName ?? "") };
    },
    /** Uploads files and attaches them to the record that `info` names. */
    async upload(
      files: readonly Blob[],
      info: UploadInfo,
    ): Promise<readonly RowOf<typeof fileInfo.fields>[]> {
      const form = new FormData();
      form.append("FileInfo", JSON.stringify(encodeOutput(info, fileInfo.fields)));
      for (const f of files) form.append("files[]", f);
      const { ReturnData } = await send("/UploadFiles", { method: "POST", body: form });
      return (ReturnData as readonly Readonly<Record<string, unknown>>[]).map(
        (row) => decodeAnswer(row, fileInfo.fields) as RowOf<typeof fileInfo.fields>,
      );
    },
    /** Posts a form with a file to the given path, for example to upload a licence. */
    send: async (path: string, form: FormData) =>
      (await send(path, { method: "POST", body: form })).ReturnData,
    /**
     * Loads the content of an uploaded file. An <img> cannot load the file by its path, because the browser sends no
     * token with the request of an image.
     */
    async file(path: string, signal?: AbortSignal): Promise<Blob> {
      const { TENANT_ID } = visited();
      const query = TENANT_ID === undefined ? "" : `?tenant=${encodeURIComponent(TENANT_ID)}`;
      const response = await request(path + query, { method: "GET" }, signal);
      if (!response.ok) throw new ClientError(codes.fileNotFound, undefined, response.status);
      return response.blob();
    },
    /** Returns the shop of the session's tenant, or the shop that a caller without a session visits. */
    shop: async (signal?: AbortSignal): Promise<Shop> => {
      const { ReturnData } = await post("/shop/info", visited(), signal);
      return decodeShop(ReturnData as Readonly<Record<string, unknown>>);
    },
    tokens,
    /** Returns the token by which the server knows this browser. */
    deviceToken: (tenantId: string, userId: string) => devices?.get(tenantId, userId) ?? null,
    baseUrl: base,
  };
}
