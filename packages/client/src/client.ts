import { limits } from "@shotkeeper/contract/enumerations";
import {
  type Command,
  type CommandInput,
  type CommandOutput,
  type CommandPreview,
  codes,
  decodeAnswer,
  decodeOutput,
  decodeReturnData,
  type Entity,
  encodeOutput,
  encodeRow,
  encodeSort,
  encodeWhere,
  type Fields,
  type ImportOutcome,
  isQuery,
  type ListData,
  type Query,
  type QueryRow,
  type Row,
  type RowOf,
  rowsOutcome,
} from "@shotkeeper/contract/kernel";
import { fileInfo, type SessionUser, sessionUser, shopFacts } from "@shotkeeper/contract/system";
import { type ClientOptions, connect, headersOf, type StoredWrite, uploadMs } from "./connection.ts";
import { ClientError } from "./error.ts";
import type { ListRequest, Page } from "./list-request.ts";
import { loginCalls } from "./login.ts";
import type { OfflineLayer } from "./offline/layer.ts";
import { signInCalls } from "./sign-in.ts";
import { signUpCalls } from "./sign-up.ts";

/**
 * Names the record to which an uploaded file is attached. `ownerPart` says what the file is for this record, for
 * example the logo of a tenant.
 */
export type UploadInfo = Partial<
  Pick<RowOf<typeof fileInfo.fields>, "ownerTable" | "ownerId" | "ownerPart" | "fileCode">
>;

/**
 * A shop, as POST /shop/info returns it. For a closed or unknown shop, the answer says only that the shop is not open
 * (`isOpen`).
 */
export type Shop = Partial<RowOf<typeof shopFacts>>;

/**
 * Decodes the facts about a shop. They come from POST /shop/info, or from a page of the shop, in which the server
 * embeds them.
 */
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

  const { request, send } = connect(options);

  /**
   * Returns the request parameter TENANT_ID with the tenant of the visited shop. Returns no parameter if the caller
   * has a session.
   */
  const visited = () =>
    options.shopTenant !== undefined && tokens.get() === null ? { TENANT_ID: options.shopTenant } : {};

  const post = (path: string, body: unknown, signal?: AbortSignal, stored?: StoredWrite) =>
    send(
      path,
      {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json", ...headersOf(stored) },
      },
      signal,
    );

  /** Reads through the offline layer, which returns the last known value if the server cannot be reached. */
  const read = <T>(key: object | string, ask: () => Promise<T>): Promise<T> =>
    options.offline?.layer?.read(typeof key === "string" ? key : JSON.stringify(key), ask) ?? ask();

  function list<R>(payload: object, fields: Fields, r: ListRequest, query?: Query): Promise<Page<R>> {
    const { signal: _, ...asked } = r;
    const ask = () => page<R>(payload, fields, r);
    const rows = query && options.offline?.layer?.rows<R>(query, asked, ask);
    return rows ?? read({ ...payload, ...asked }, ask);
  }

  async function page<R>(payload: object, fields: Fields, r: ListRequest): Promise<Page<R>> {
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
  ): Promise<string> => {
    const body = {
      Type: type,
      MENU_ID: entity.menu,
      TableName: entity.wire,
      Data: rows.map((row) => encodeRow(row, entity.fields)),
    };
    const layer = type === "insert" && entity.offline && rows.length === 1 && options.offline?.layer;
    const sent = layer ? layer.perform(`insert ${entity.wire}`, body) : post("/mitt", body);
    return sent.then((a) => a.Msg);
  };

  return {
    post,
    /** Runs a query and returns one page of its rows. */
    query: <Q extends Query>(q: Q, r: ListRequest = {}): Promise<Page<QueryRow<Q>>> =>
      list({ Type: "QueryByID", MENU_ID: q.menu, QueryID: q.id }, q.columns, r, q),
    /** Returns one page of rows of a table. The methods below, such as `insert` and `update`, write rows of tables. */
    table: <E extends Entity>(e: E, r: ListRequest = {}): Promise<Page<Row<E>>> =>
      list({ Type: "QueryBySelf", MENU_ID: e.menu, TableName: e.wire, SelecFields: "*" }, e.fields, r),
    insert: (e: Entity, rows: readonly Readonly<Record<string, unknown>>[]) => write("insert", e, rows),
    update: (e: Entity, rows: readonly Readonly<Record<string, unknown>>[]) => write("update", e, rows),
    /**
     * Updates rows independently of each other: if the server refuses a row, the other rows are still written. Returns
     * a fault for each refused row.
     */
    updateEach: async (
      e: Entity,
      rows: readonly Readonly<Record<string, unknown>>[],
    ): Promise<ImportOutcome> => {
      const { ReturnData } = await post("/mitt", {
        Type: "update",
        EACH: "Y",
        MENU_ID: e.menu,
        TableName: e.wire,
        Data: rows.map((row) => encodeRow(row, e.fields)),
      });
      return decodeReturnData(ReturnData, rowsOutcome) as ImportOutcome;
    },
    remove: (e: Entity, rows: readonly Readonly<Record<string, unknown>>[]) => write("delete", e, rows),
    /** Archives records. Lists then leave these records out, but all their data stays stored. */
    archive: (e: Entity, rows: readonly Readonly<Record<string, unknown>>[]) => write("archive", e, rows),
    /** Takes archived records back into use. */
    restore: (e: Entity, rows: readonly Readonly<Record<string, unknown>>[]) => write("restore", e, rows),
    /** Runs a command (`rf_…`) and returns its answer. */
    run: async <C extends Command>(
      c: C,
      input: Partial<CommandInput<C>>,
      signal?: AbortSignal,
    ): Promise<CommandOutput<C>> => {
      const body = {
        Type: c.type,
        ...visited(),
        MENU_ID: c.access.kind === "right" ? c.access.menus[0] : undefined,
        InParams: encodeRow(input, c.input),
      };
      const layer = c.offline && options.offline?.layer;
      const ask = () => (layer ? layer.perform(c.type, body) : post("/mitt", body, signal));
      const { ReturnData } = await (isQuery(c) ? read(body, ask) : ask());
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
    ...signUpCalls({ send, post, shopTenant: options.shopTenant }),
    async user(): Promise<CurrentUser> {
      const answer = await read("/user", () => send("/user", { method: "GET" }));
      const { user } = answer.data as { user: Readonly<Record<string, unknown>> };
      return { ...(decodeOutput(user, sessionUser) as SessionUser), sysName: String(answer.SysName ?? "") };
    },
    /** Uploads files and attaches them to the record that `info` names. */
    async upload(
      files: readonly Blob[],
      info: UploadInfo,
      stored?: StoredWrite,
    ): Promise<readonly RowOf<typeof fileInfo.fields>[]> {
      const form = new FormData();
      form.append("FileInfo", JSON.stringify(encodeOutput(info, fileInfo.fields)));
      for (const f of files) form.append("files[]", f);
      const init = { method: "POST", body: form, headers: headersOf(stored) };
      const { ReturnData } = await send("/UploadFiles", init, undefined, stored && uploadMs);
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
      const waiting = await options.offline?.layer?.photo(path);
      if (waiting) return waiting;
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
    /** Offline layer. Undefined until the application has loaded the layer. */
    get offline(): OfflineLayer | undefined {
      return options.offline?.layer;
    },
    /** Returns the token that identifies this browser to the server, for an account. Returns null if there is none. */
    deviceToken: (tenantId: string, userId: string) => devices?.get(tenantId, userId) ?? null,
    baseUrl: base,
  };
}
