import pg from "pg";
import type { FileStore } from "../platform/files/file-store";
import { hashPassword } from "../platform/password-hash";
import { inviteFromOutside, writePlacePhotos } from "./bookings/demo.place-photos";
import { yearEnd, labels } from "./demo.audit";
import { newDepot } from "./demo.depot";
import { driverApp } from "./demo.driver";
import { drawFiles, type DrawnFile, type DrawnFiles } from "./demo.files";
import { roastery, secondShop } from "./demo.globex";
import { writeInboxes } from "./demo.inbox";
import { writeLook } from "./demo.look";
import { writeInvoices } from "./demo.subscription";
import { acmeClients, acmeGroups, acmePeople, globexPeople } from "./demo.people";
import { customerPortal } from "./demo.portal";
import { randomFrom } from "./demo.random";
import { DemoLog } from "./demo.rows";
import { writeWeeks } from "./demo.time";
import { type DemoOrganisation, writeTenant } from "./demo.tenant";
import { writeRows } from "./demo.write";

/** The accounts that a person is told to try, and their one password. */
export interface DemoAccounts {
  accounts: readonly string[];
  password: string;
}

const password = "Demo1234";

const acme: DemoOrganisation = {
  name: "Acme",
  domains: ["localhost", "127.0.0.1"],
  mailDomain: "acme.test",
  website: "https://acme.example",
  timeZone: "Asia/Baghdad",
  plan: "business",
  people: acmePeople,
  groups: acmeGroups,
  clients: acmeClients,
  projects: [customerPortal, driverApp, newDepot, labels, yearEnd],
};

const globex: DemoOrganisation = {
  name: "Globex",
  domains: ["globex.localhost"],
  mailDomain: "globex.test",
  website: "https://globex.example",
  timeZone: "Europe/London",
  plan: "free",
  people: globexPeople,
  groups: {},
  clients: [],
  projects: [roastery, secondShop],
};

/**
 * Fills a database that has no tenant with the demo: two organisations, their people, and projects with a history of
 * some months. The same every time, relative to `now`. Several processes may try at once: one does it.
 * @param ownerUrl connects as the owner of the tables.
 * @param files where the attachments' bytes go; without it they have none.
 * @param atSandbox no payment provider is set up: the sandbox knows what was paid.
 * @returns null when there is a tenant already.
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
    // The tenants themselves are behind their fence; their addresses aren't.
    const tenants = await client.query("SELECT FROM tenant_domain LIMIT 1");
    if (tenants.rows.length > 0) {
      await client.query("ROLLBACK");
      return null;
    }
    const [hash, drawn] = await Promise.all([hashPassword(password, "program"), files ? drawFiles() : undefined]);
    const { log, events } = makeDemo(hash, now, drawn);
    await writeRows(client, log, events);
    if (files) await keepBytes(files, log);
    await writeLook(client, acme.domains[0] as string, now, files);
    const first = log.rows.tenant?.[0]?.id as number;
    await writeInvoices(client, first, now, atSandbox);
    if (files) await writePlacePhotos(client, first, files);
    await inviteFromOutside(client, first, now);
    await client.query("COMMIT");
    // Plans made for empty tables would scan the full ones.
    await client.query("ANALYZE");
    return demoAccounts();
  } finally {
    await client.end();
  }
}

/** Where the demo is reached. */
export const demoDomains = [...acme.domains, ...globex.domains];

/** Under keys that are the same every time: seeding that breaks off here leaves nothing that the next one doesn't name. */
async function keepBytes(files: FileStore, log: DemoLog): Promise<void> {
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

/** Everything of the demo, in memory. */
export function makeDemo(passwordHash: string, now: Date, files?: DrawnFiles) {
  const log = new DemoLog(files);
  const random = randomFrom(20_261_120);
  for (const organisation of [acme, globex]) writeTenant(log, random, organisation, passwordHash, now);
  writeWeeks(log, now);
  const ordered = [...log.events].sort((a, b) => a.at - b.at); // stable: what happened at once keeps its order
  const events = ordered.map((event) => ({ ...event, id: log.id("domain_event") }));
  const accounts = new Set(demoAccounts().accounts);
  const users = (log.rows.app_user ?? []).filter((user) => accounts.has(user.email as string));
  writeInboxes(log, random, events, new Set(users.map((user) => user.id as number)), now);
  return { log, events };
}
