import { startEmbeddedPostgres } from "../../../server/platform/embedded-postgres/embedded-postgres";

/** Holds a database until it is killed: the running product, as far as PostgreSQL is concerned. */
async function hold(dataDir: string): Promise<void> {
  const { url } = await startEmbeddedPostgres({ dataDir });
  console.log(url);
  setInterval(() => {}, 60_000);
}

hold(process.argv[2] ?? "").catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
