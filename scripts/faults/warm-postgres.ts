import startPostgres, { ADMIN_URL } from "../../tests/support/postgres/start-postgres";
import stopPostgres from "../../tests/support/postgres/stop-postgres";

/** A run's PostgreSQL for many runs of Jest, until its input ends: `npm run faults` starts it. */
async function keepWarm(): Promise<void> {
  await startPostgres();
  console.log(process.env[ADMIN_URL]);
  process.stdin.resume().once("end", () => {
    stopPostgres().catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  });
}

keepWarm().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
