import pg from "pg";
import { joinEmbeddedPostgres } from "../../../server/platform/embedded-postgres/embedded-postgres";

/** Changes data that no endpoint changes and no test can wait for, such as timestamps. */
export async function runStatement(text: string, values: unknown[]): Promise<void> {
  const dataDir = process.env.E2E_DATA_DIR;
  if (!dataDir) throw new Error("This story needs E2E_DATA_DIR, the product's folder.");
  const { url } = await joinEmbeddedPostgres({ dataDir });
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}
