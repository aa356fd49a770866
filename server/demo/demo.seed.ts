import pg from "pg";
import { type DrawnFile, type DrawnFiles, DemoLog } from "../platform/demo/demo.rows";
import { randomFrom } from "../platform/demo/demo.random";
import type { FileStore } from "../platform/files/file-store";
import { hashPassword } from "../platform/password-hash";
import { drawFiles } from "./demo.draw";
import { acmeClients, acmeGroups, acmePeople, globexPeople } from "./demo.people";
import { runSteps } from "./demo.steps";
import { type DemoOrganization, writeTenant } from "./demo.tenant";
import { writeRows } from "./demo.write";

export interface DemoAccounts {
  accounts: readonly string[];
  password: string;
}

const password = "Demo1234";

const acme: DemoOrganization = {
  name: "Acme",
  domains: ["localhost", "127.0.0.1"],
  mailDomain: "acme.test",
  website: "https://acme.example",
  timeZone: "Asia/Baghdad",
  plan: "business",
  people: acmePeople,
  groups: acmeGroups,
  clients: acmeClients,
};

const globex: DemoOrganization = {
  name: "Globex",
  domains: ["globex.localhost"],
  mailDomain: "globex.test",
  website: "https://globex.example",
  timeZone: "Europe/London",
  plan: "free",
  people: globexPeople,
  groups: {},
  clients: [],
};

/**
 * Seeds the demo into a database without tenants: two tenants with users, and projects with months of history. Deterministic relative to
 * `now`. Safe to call from several processes concurrently: one of them seeds.
 * @param ownerUrl connects as the owner of the tables.
 * @param files store for attachments; without it, attachments have no content.
 * @param atSandbox whether the payment sandbox is used; it then gets the paid invoices.
 * @returns null when a tenant exists.
 */
export async function seedDemoIfEmpty(
  ownerUrl: string,
  now = new Date(),
  files?: FileStore,
  atSandbox = true,
): Promise<DemoAccounts | null> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "portal-demo" });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(7310178)");
    // Uses `tenant_domain` because row-level security hides `tenant` here.
    const tenants = await client.query("SELECT FROM tenant_domain LIMIT 1");
    if (tenants.rows.length > 0) {
      await client.query("ROLLBACK");
      return null;
    }
    const [hash, drawn] = await Promise.all([hashPassword(password, "program"), files ? drawFiles() : undefined]);
    const { log, events } = await createDemoData(hash, now, drawn);
    await writeRows(client, log, events);
    if (files) await storeFiles(files, log);
    const tenantId = log.rows.tenant?.[0]?.id as number;
    await runSteps("database", { client, tenantId, domain: acme.domains[0] as string, now, files, atSandbox });
    await client.query("COMMIT");
    // Query plans made for empty tables would otherwise scan the filled tables.
    await client.query("ANALYZE");
    return demoAccounts();
  } finally {
    await client.end();
  }
}

export const demoDomains = [...acme.domains, ...globex.domains];

/** Keys are deterministic, so that the next run overwrites the files of a failed seeding. */
async function storeFiles(files: FileStore, log: DemoLog): Promise<void> {
  for (const row of (log.rows.file ?? []) as { name: string; storage_key: string; preview_key: string | null }[]) {
    const { type, bytes, preview } = log.files.get(row.name) as DrawnFile;
    await files.put(row.storage_key, bytes, type);
    if (preview && row.preview_key) await files.put(row.preview_key, preview, "image/webp");
  }
}

export function demoAccounts(): DemoAccounts {
  const people = [...acmePeople, ...globexPeople];
  return { accounts: people.flatMap((person) => person.email ?? []), password };
}

export async function createDemoData(passwordHash: string, now: Date, files?: DrawnFiles) {
  const log = new DemoLog(files);
  const random = randomFrom(20_261_120);
  for (const organization of [acme, globex]) {
    const demo = { log, random, tenant: writeTenant(log, organization, passwordHash, now) };
    await runSteps("everyTenant", demo);
    if (organization.plan !== "free") await runSteps("paidTenant", demo);
  }
  await runSteps("allTenants", { log, now });
  const ordered = [...log.events].sort((a, b) => a.at - b.at); // stable sort: simultaneous events keep their order
  const events = ordered.map((event) => ({ ...event, id: log.id("domain_event") }));
  const accounts = new Set(demoAccounts().accounts);
  const users = (log.rows.app_user ?? []).filter((user) => accounts.has(user.email as string));
  const accountIds = new Set(users.map((user) => user.id as number));
  await runSteps("events", { log, random, now, events, accountIds });
  return { log, events };
}
