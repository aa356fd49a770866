import { tmpdir } from "node:os";
import { pino } from "pino";
import { createApp } from "../../server/app";
import { readConfig } from "../../server/config";
import { connectDatabase } from "../../server/platform/database/database";
import { createFileStore } from "../../server/platform/files/files";
import { createMailer } from "../../server/platform/mail/mail";
import { createChildProcesses } from "../../server/platform/child-processes";
import { createTenantDirectory } from "../../server/platform/tenant";
import { createUnitOfWork } from "../../server/platform/database/unit-of-work";
import { createSessionUsed } from "../../server/session/session-use";
import { statementsOf } from "../support/statements/sent";
import { type Spread, spreadOf } from "./figures";
import { seedFinance } from "./finance-rows";
import { counted, printStatements } from "./moves";
import { RawConnection } from "./raw-http";
import type { Stage } from "./stage";
import type { SeededPerson } from "../support/seed";

export interface Reading {
  answer: Spread;
  /** Messages to the database for one answer, BEGIN and COMMIT included. */
  statements: number;
  /** The answer's body, uncompressed. */
  bytes: number;
  errors: number;
}

export interface Requests {
  list: Reading;
  /** The same list for someone who sees it because they decided nearly all of it. */
  ofDecider: Reading;
  inbox: Reading;
  decided: Reading;
}

const rounds = 40;

/**
 * The list of 100,000 finance requests as finance opens it, and as a manager does who has decided 95,000 of them and for
 * whom 5,000 wait; that one's inbox, and what that one has decided.
 */
export async function measureRequests(stage: Stage): Promise<Requests> {
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

/** The same, with each statement: how often it runs for one answer of the four, and how long it takes. */
export async function measureRequestsByStatement(stage: Stage): Promise<void> {
  await stage.seed.rows("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  await measureRequests({
    ...stage,
    async settle() {
      await stage.settle();
      await stage.seed.rows("SELECT pg_stat_statements_reset()");
    },
  });
  printStatements(await counted(stage), "answer", 4 * (rounds + 5));
}

async function readingOf(stage: Stage, token: string, path: string): Promise<Reading> {
  const connection = RawConnection.for(stage.site.port, stage.site.host, token);
  const samples: number[] = [];
  let [errors, bytes] = [0, 0];
  for (let round = -5; round < rounds; round++) {
    const began = performance.now();
    const { status, bytes: size } = await connection.request("GET", path);
    if (round >= 0) samples.push(performance.now() - began); // the first ones are for warming up
    if (status !== 200) errors += 1;
    bytes = size;
  }
  connection.close();
  return { answer: spreadOf(samples), statements: await statementsFor(stage, token, path), bytes, errors };
}

/** Counted in this process, where the messages to the database can be seen. */
async function statementsFor({ url, site }: Stage, token: string, path: string): Promise<number> {
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
    socketWork: unitOfWork,
    tenants: createTenantDirectory(database),
    files: createFileStore(config),
    mailer,
    sessionUsed: createSessionUsed(unitOfWork, log),
    served: new Set(),
    childProcesses: createChildProcesses(),
  });
  const headers = { host: site.host, authorization: `Bearer ${token}` };
  const ask = () => app.inject({ url: path, headers });
  await ask(); // what is known from the first time on
  const statements = await statementsOf(ask);
  await app.close();
  await mailer.close();
  await database.destroy();
  return statements.length;
}
