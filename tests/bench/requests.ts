import { tmpdir } from "node:os";
import { pino } from "pino";
import { createApp } from "../../server/app";
import { readConfig } from "../../server/config";
import { connectDatabase } from "../../server/platform/database/database";
import { createOwnerDatabase } from "../../server/platform/database/owner-database";
import { createFileStore } from "../../server/platform/files/files";
import { createMailer } from "../../server/platform/mail/mail";
import { createChildProcesses } from "../../server/platform/child-processes";
import { createNoticeBoard } from "../../server/platform/notices";
import { createTenantDirectory } from "../../server/platform/tenant";
import { createUnitOfWork } from "../../server/platform/database/unit-of-work";
import { createSessionUseRecorder } from "../../server/identity/session/session-use";
import { recordStatementNames } from "../support/statements/sent";
import { type Percentiles, percentilesOf } from "./figures";
import { seedFinance } from "./finance-rows";
import { readStatementCounts, printStatements } from "./moves";
import { RawConnection } from "./raw-http";
import type { BenchServer } from "./bench-server";
import type { SeededPerson } from "../support/seed";

export interface RequestReading {
  answer: Percentiles;
  /** Number of messages to the database per HTTP response, including BEGIN and COMMIT. */
  statements: number;
  /** Uncompressed size of the body. */
  bytes: number;
  errors: number;
}

export interface RequestResults {
  list: RequestReading;
  /** The same list for a user who sees it because they decided nearly all of the requests. */
  ofDecider: RequestReading;
  inbox: RequestReading;
  decided: RequestReading;
}

const rounds = 40;

/**
 * Measures the list of 100,000 finance requests for a finance user and for a manager who has decided 95,000 of them and has 5,000 pending;
 * also that manager's inbox and decided list.
 */
export async function measureRequests(stage: BenchServer): Promise<RequestResults> {
  const { seed, site } = stage;
  const [payer, manager] = site.people.slice(-2) as [SeededPerson, SeededPerson];
  const others = site.people.slice(0, -2);
  const [tenant] = await seed.rows<{ id: string }>("SELECT tenant_id AS id FROM app_user WHERE id = $1", [payer.id]);
  const tenantId = Number(tenant?.id);
  const roles = await seed.rows<{ id: string; code: string }>("SELECT id, code FROM role WHERE tenant_id = $1", [
    tenantId,
  ]);
  const role = (code: string) => Number(roles.find((each) => each.code === code)?.id);
  const become = (id: number, code: string) =>
    seed.rows("UPDATE app_user SET role_id = $2 WHERE id = $1", [id, role(code)]);
  await become(payer.id, "finance");
  await become(manager.id, "manager");
  const requesterIds = others.map(({ id }) => id);
  await seedFinance(seed, {
    tenantId,
    requesterIds,
    managerId: manager.id,
    financeRoleId: role("finance"),
    count: 100_000,
    waiting: 5_000,
  });
  await stage.settle();
  const read = (person: { token: string }, path: string) => readingOf(stage, person.token, path);
  const list = await read(payer, "/finance/finance-request?per_page=50");
  const ofDecider = await read(manager, "/finance/finance-request?per_page=50");
  const inbox = await read(manager, "/approvals/inbox?per_page=50");
  const decided = await read(manager, "/approvals/decided?per_page=50");
  console.log(`  100,000 requests, 5,000 waiting: ${JSON.stringify({ list, ofDecider, inbox, decided })}`);
  return { list, ofDecider, inbox, decided };
}

export async function measureRequestsByStatement(stage: BenchServer): Promise<void> {
  await stage.seed.rows("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  await measureRequests({
    ...stage,
    async settle() {
      await stage.settle();
      await stage.seed.rows("SELECT pg_stat_statements_reset()");
    },
  });
  printStatements(await readStatementCounts(stage), "answer", 4 * (rounds + 5));
}

async function readingOf(stage: BenchServer, token: string, path: string): Promise<RequestReading> {
  const connection = RawConnection.for(stage.site.port, stage.site.host, token);
  const samples: number[] = [];
  let [errors, bytes] = [0, 0];
  for (let round = -5; round < rounds; round++) {
    const began = performance.now();
    const { status, bytes: size } = await connection.request("GET", path);
    if (round >= 0) samples.push(performance.now() - began); // rounds below 0 are for warm-up
    if (status !== 200) errors += 1;
    bytes = size;
  }
  connection.close();
  return { answer: percentilesOf(samples), statements: await statementsFor(stage, token, path), bytes, errors };
}

/** Counts statements in this process, where the messages to the database are visible. */
async function statementsFor({ url, site }: BenchServer, token: string, path: string): Promise<number> {
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: tmpdir(), LOG_LEVEL: "silent" });
  const log = pino({ level: "silent" });
  const database = await connectDatabase({ url, role: "portal_app", poolSize: 2, applicationName: "bench" });
  const unitOfWork = createUnitOfWork(database, () => {});
  const mailer = createMailer(config, log);
  const app = await createApp({
    config,
    log,
    database,
    unitOfWork,
    owner: createOwnerDatabase(url, () => {}),
    socketWork: unitOfWork,
    tenants: createTenantDirectory(database),
    notices: createNoticeBoard(database),
    files: createFileStore(config),
    mailer,
    sessionUsed: createSessionUseRecorder(unitOfWork, log),
    stopToRestore: () => {},
    served: new Set(),
    childProcesses: createChildProcesses(),
  });
  const headers = { host: site.host, authorization: `Bearer ${token}` };
  const ask = () => app.inject({ url: path, headers });
  await ask(); // fills the caches
  const statements = await recordStatementNames(ask);
  await app.close();
  await mailer.close();
  await database.destroy();
  return statements.length;
}
