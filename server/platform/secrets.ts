import type { DataSource } from "typeorm";
import { queryRows, sharedSql } from "./database/statements";

const selectSecret = sharedSql("secrets.byName", "SELECT value FROM installation_secret WHERE name = $1");

/**
 * A secret of the installation, created on first use and shared by all servers and workers. `make` may run in several processes
 * concurrently; one of the values is kept.
 */
export async function loadOrCreateSecret(database: DataSource, name: string, make: () => string): Promise<string> {
  const read = async () => {
    const rows = await queryRows<{ value: string }>(database, selectSecret, [name]);
    return rows[0]?.value;
  };
  const storedSecret = await read();
  if (storedSecret !== undefined) return storedSecret;
  await database.query("INSERT INTO installation_secret (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    name,
    make(),
  ]);
  return (await read()) as string;
}
