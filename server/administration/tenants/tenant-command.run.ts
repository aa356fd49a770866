import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import type { DataSource } from "typeorm";
import { meetsPasswordRules } from "../../../shared/identity/session/password.rules";
import type { CommittedEvent } from "../../platform/database/unit-of-work";
import { paymentReport } from "../../billing/subscription/payment-report";
import { changeTenant, createTenant, findTenant, listTenants, TenantAdminError } from "./tenant-admin";
import { deletableTenant, deleteTenant, type TenantDeletion } from "./tenant-deletion";
import { rebuildTenantFlows } from "../../insights/analytics/flow.service";

export const usageText = `Tenants of this installation.

  npm run tenant -- list
  npm run tenant -- create --name <name> --domain <domain> --email <address>
                           [--domain <another domain>]… [--fullname <name>] [--password <password>]
                           [--plan free|team|business] [--days <n>] [--website <address>]
  npm run tenant -- deactivate <domain or id>   everybody sees the inactive page (423)
  npm run tenant -- activate <domain or id>
  npm run tenant -- expire <domain or id>       the plan ends now: calls answer 402
  npm run tenant -- set-plan <domain or id> <free|team|business> [--days <n>]
  npm run tenant -- payments                    events of the payment provider that nothing came of
  npm run tenant -- rebuild-analytics <domain or id>   reads the event log again from its first revision
  npm run tenant -- delete <domain or id>       removes all data of a closed organization permanently; asks for its domain

Domains are without port: localhost, acme.example.com. Without --days a plan doesn't end.
Without --password one is made and printed.`;

export class UsageError extends Error {
  constructor(message: string) {
    super(`${message}\n\n${usageText}`);
  }
}

interface Outside {
  print(text: string): void;
  ask(question: string): Promise<string>;
  /** The file store and the queue from which the tenant's files and events are deleted. They are opened only for a deletion. */
  deletion(): Pick<TenantDeletion, "files" | "forgetJobs">;
  published(events: CommittedEvent[]): void;
}

/**
 * Runs one command as the database's owner.
 * @throws UsageError for invalid arguments; TenantAdminError for an unknown or taken name.
 */
export async function runTenantCommand(owner: DataSource, args: readonly string[], outside: Outside): Promise<void> {
  const { values, positionals } = parsed(args);
  const command = positionals[0];
  // `deactivate acme.test` and `deactivate --domain acme.test` are the same.
  const target = positionals[1] ?? values.domain?.[0];
  const plan = positionals[2] ?? values.plan;
  const change = async (input: Parameters<typeof changeTenant>[2], message: string) => {
    if (!target) throw new UsageError(`"${command}" requires a domain or an id.`);
    await changeTenant(owner, await findTenant(owner, target), input, outside.published);
    outside.print(message);
  };
  switch (command) {
    case "list":
      return outside.print(await table(owner));
    case "payments":
      return outside.print(await paymentReport(owner));
    case "create":
      return create(owner, values, outside);
    case "deactivate":
      return change({ active: false }, `${target} is inactive.`);
    case "activate":
      return change({ active: true }, `${target} is active.`);
    case "expire":
      return change({ planEndsAt: new Date() }, `The plan of ${target} has expired.`);
    case "set-plan":
      if (!plan) throw new UsageError('"set-plan" requires a domain or an id, and a plan.');
      return change({ plan, planEndsAt: endOf(values.days) }, `${target} has the plan ${plan}.`);
    case "rebuild-analytics": {
      if (!target) throw new UsageError(`"${command}" requires a domain or an id.`);
      const read = await rebuildTenantFlows(owner, await findTenant(owner, target));
      return outside.print(`Processed ${read} revisions of ${target}.`);
    }
    case "delete":
      if (!target) throw new UsageError(`"${command}" requires a domain or an id.`);
      return remove(owner, await findTenant(owner, target), outside);
    default:
      throw new UsageError(command ? `Unknown command "${command}".` : "No command given.");
  }
}

/** Deletes a tenant. Requires its host name as confirmation, since a deletion can't be undone. */
async function remove(owner: DataSource, tenantId: number, outside: Outside): Promise<void> {
  const { name, domains } = await deletableTenant(owner, tenantId);
  const [main = String(tenantId)] = domains;
  outside.print(`All data of ${name} will be deleted permanently: rows, files, jobs and feeds. Invoices are kept.`);
  const typed = await outside.ask(`Type ${main} to continue: `);
  if (typed.trim() !== main) throw new TenantAdminError("The name does not match. Nothing was deleted.");
  await deleteTenant({ owner, print: outside.print, ...outside.deletion() }, tenantId);
}

type Values = ReturnType<typeof parsed>["values"];

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: "string" },
        domain: { type: "string", multiple: true },
        email: { type: "string" },
        fullname: { type: "string" },
        password: { type: "string" },
        plan: { type: "string" },
        days: { type: "string" },
        website: { type: "string" },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function create(owner: DataSource, values: Values, outside: Outside): Promise<void> {
  const { name, domain: domains = [], email } = values;
  if (!name || !email || domains.length === 0) throw new UsageError('"create" requires --name, --domain and --email.');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`"${email}" is not a valid e-mail address.`);
  const password = values.password ?? `${randomBytes(9).toString("base64url")}aA1`;
  if (!meetsPasswordRules(password)) {
    throw new UsageError(
      "The password must have at least 8 characters, a lowercase letter, an uppercase letter and a number.",
    );
  }
  const created = await createTenant(owner, {
    name,
    domains,
    plan: values.plan ?? "free",
    planEndsAt: endOf(values.days),
    website: values.website ?? null,
    administrator: { email, fullname: values.fullname ?? "Administrator", password },
  });
  outside.print(`Tenant ${created.id}, ${name}, was created for ${domains.join(", ")}.`);
  outside.print(values.password ? `Administrator: ${email}` : `Administrator: ${email}, password: ${password}`);
}

function endOf(days: string | undefined): Date | null {
  if (days === undefined) return null;
  const count = Number(days);
  if (!Number.isInteger(count) || count < 1 || count > 36_500)
    throw new UsageError("--days must be a number from 1 to 36500.");
  return new Date(Date.now() + count * elapsedDayMs);
}

async function table(owner: DataSource): Promise<string> {
  const head = ["id", "name", "hosts", "plan", "ends", "active", "people"];
  const rows = (await listTenants(owner)).map((tenant) => [
    String(tenant.id),
    tenant.name,
    tenant.domains.join(", "),
    tenant.plan,
    tenant.plan_ends_at?.toISOString().slice(0, 10) ?? "-",
    tenant.active ? "yes" : "no",
    String(tenant.users),
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] as string).length)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] as number))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
