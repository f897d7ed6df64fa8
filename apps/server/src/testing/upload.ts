import { tokenHeader } from "@shotkeeper/contract/kernel";
import type { TestServer, TestUser } from "./server.ts";

interface Uploaded {
  readonly Code: number;
  readonly Msg: string;
  /** Id of the stored file. Empty if the server refused the file. */
  readonly id: string;
}

/** Uploads a file through the API. `info` is the form's field FileInfo, which says to which record the file belongs. */
export async function uploadFile(
  s: TestServer,
  { tenantId, user }: { readonly tenantId: number; readonly user: TestUser },
  name: string,
  bytes: Buffer,
  info: Readonly<Record<string, unknown>> = {},
): Promise<Uploaded> {
  const token = await s.app.sessions.open(tenantId, user.userId, "PC", true, s.clock.now);
  const edge = "x".repeat(16);
  const field = (head: string, body: Buffer | string) =>
    Buffer.concat([Buffer.from(`--${edge}\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from("\r\n")]);
  const answer = await s.http.inject({
    method: "POST",
    url: "/UploadFiles",
    headers: { [tokenHeader]: token, "content-type": `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([
      field('Content-Disposition: form-data; name="FileInfo"', JSON.stringify(info)),
      field(`Content-Disposition: form-data; name="file"; filename="${name}"`, bytes),
      Buffer.from(`--${edge}--\r\n`),
    ]),
  });
  const body = answer.json<{ Code: number; Msg: string; ReturnData: { ID: string }[] }>();
  return { ...body, id: body.Code === 0 ? (body.ReturnData[0]?.ID ?? "") : "" };
}
