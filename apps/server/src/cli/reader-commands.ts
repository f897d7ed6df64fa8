import pg from "pg";
import { dropReader, makeReader } from "../kernel/script/reader.ts";
import type { Operator } from "./operator.ts";
import { take, UsageError } from "./usage.ts";

/** Makes the read-only login role of a tenant for tools that speak SQL, gives it a new password, or removes it. */
export async function sqlReader(
  o: Operator,
  args: readonly string[],
  { revoke }: { readonly revoke?: boolean | undefined },
): Promise<void> {
  const [code = ""] = take(args, "code");
  if (o.ownerUrl === undefined)
    throw new UsageError(
      "the embedded database has no login roles; a reader needs PostgreSQL (DATABASE_URL)",
    );
  const { id } = await o.tenant(code);
  const owner = new pg.Client({ connectionString: o.ownerUrl });
  await owner.connect();
  try {
    if (revoke) {
      const wasThere = await dropReader(owner, id);
      return console.log(wasThere ? `The reader of ${code} was removed.` : `${code} has no reader.`);
    }
    const { role, password } = await makeReader(owner, id);
    console.log(
      `Reader of ${code}, which reads the views of the schema script. The password is shown only now:`,
    );
    console.log(`user ${role}  password ${password}`);
  } finally {
    await owner.end();
  }
}
