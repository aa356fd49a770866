import type { DataSource } from "typeorm";

/**
 * Runs `work` while columns of tables have fixed numbers of distinct values. Query plans depend on them, and other tests affect the measured
 * ones. Afterward they are measured again, also if `work` fails.
 * @param distinct number of distinct values by column
 */
export async function withDistinctValues<Result>(
  owner: DataSource,
  tables: readonly string[],
  distinct: Readonly<Record<string, number>>,
  work: () => Promise<Result>,
): Promise<Result> {
  const alter = async (change: (count: number) => string) => {
    const changes = Object.entries(distinct).map(([column, count]) => `ALTER ${column} ${change(count)}`);
    for (const table of tables) await owner.query(`ALTER TABLE ${table} ${changes.join(", ")}`);
    await owner.query(`ANALYZE ${tables.join(", ")}`);
  };
  try {
    await alter((count) => `SET (n_distinct = ${count})`);
    return await work();
  } finally {
    await alter(() => "RESET (n_distinct)");
  }
}
