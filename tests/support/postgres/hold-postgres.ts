import { startEmbeddedPostgres } from "../../../server/platform/embedded-postgres/embedded-postgres";

/** Runs a database until the process is killed, in place of the running product. */
async function hold(dataDir: string): Promise<void> {
  const { url } = await startEmbeddedPostgres({ dataDir });
  console.log(url);
  setInterval(() => {}, 60_000);
}

hold(process.argv[2] ?? "").catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
