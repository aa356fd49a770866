import { domainToASCII } from "node:url";
import type { MigrationInterface, QueryRunner } from "typeorm";

interface Account {
  id: string;
  email: string;
}

/** An invalid domain stays as it is. */
function withAsciiDomain(email: string): string {
  const [name, domain = ""] = email.split("@");
  return `${name}@${domainToASCII(domain) || domain}`;
}

/**
 * Addresses are stored with ASCII domains. Of two accounts with two spellings of an address, the one with the other spelling keeps it, and
 * an administrator has to change it.
 */
export class EmailDomains0034 implements MigrationInterface {
  name = "EmailDomains0000000000034";

  async up(runner: QueryRunner): Promise<void> {
    const tenants = (await runner.query("SELECT DISTINCT tenant_id FROM tenant_domain")) as { tenant_id: string }[];
    for (const { tenant_id: tenantId } of tenants) {
      await runner.query("SELECT set_config('app.tenant_id', $1, true)", [tenantId]);
      const accounts = (await runner.query("SELECT id, email FROM app_user WHERE tenant_id = $1 AND email ~ '[^ -~]'", [
        tenantId,
      ])) as Account[];
      for (const { id, email } of accounts) {
        await runner.query(
          `UPDATE app_user u SET email = $3 WHERE tenant_id = $1 AND id = $2 AND email <> $3
             AND NOT EXISTS (SELECT FROM app_user o WHERE o.tenant_id = u.tenant_id AND o.email = $3)`,
          [tenantId, id, withAsciiDomain(email)],
        );
      }
    }
    await runner.query("SELECT set_config('app.tenant_id', '', true)");
  }

  async down(): Promise<void> {}
}
