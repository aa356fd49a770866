import type { DataSource } from "typeorm";

/**
 * A secret of the installation, made by whoever asks first and the same for all servers and workers from then on.
 * `make` may run in several processes at once; one of the values stays.
 */
export async function secretOf(database: DataSource, name: string, make: () => string): Promise<string> {
  const read = async () => {
    const rows = await database.query<{ value: string }[]>("SELECT value FROM installation_secret WHERE name = $1", [
      name,
    ]);
    return rows[0]?.value;
  };
  const known = await read();
  if (known !== undefined) return known;
  await database.query("INSERT INTO installation_secret (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    name,
    make(),
  ]);
  return (await read()) as string;
}
