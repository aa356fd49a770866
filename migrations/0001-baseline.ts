import { readFileSync } from "node:fs";
import path from "node:path";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** One file per domain. A file may refer to tables of earlier ones. */
const domains = [
  "platform",
  "people",
  "identity",
  "work",
  "requests",
  "bookings",
  "communication",
  "billing",
  "insights",
];

/** The schema of the first release. Later changes are separate migrations. */
export class Baseline0001 implements MigrationInterface {
  name = "Baseline0000000000001";

  async up(runner: QueryRunner): Promise<void> {
    // scripts/build.mjs copies the files next to the bundled programs.
    const folder = path.join(__dirname, "baseline");
    for (const domain of domains) await runner.query(readFileSync(path.join(folder, `${domain}.sql`), "utf8"));
  }

  async down(): Promise<void> {
    throw new Error("The baseline can't be reverted. Drop the database instead.");
  }
}
