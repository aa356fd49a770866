import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { databaseUrl } from "../support/postgres/databases";
import { type Column, StatementDescriber } from "../support/statements/describe";

/**
 * PostgreSQL describes the result of every statement on the migrated schema, and the server is compiled against the descriptions
 * (server/platform/database/statement-rows.ts). This fails for row types with a missing column, a wrong type or a column that can be null,
 * and for statements that aren't described. `.build/statement-rows/statement-rows.d.ts` then lists all statements with their columns.
 */
const root = path.join(__dirname, "../..");
const folder = path.join(root, ".build/statement-rows");

/** Statements that can't be described. */
const undescribed: Readonly<Record<string, string>> = {
  "exports.fetch": "FETCH can be described only while the cursor is open",
};

/** Files and folders that read rows without a `Statement`. */
const unchecked: Readonly<Record<string, string>> = {
  "/demo/": "only demo data",
  "server/operations/backup/": "settings, sizes and log of the database itself",
  "server/operations/doctor/": "a database that may not be migrated",
  "server/operations/restore/restore.ts": "a database that has just been put back",
  "server/operations/restore/tenant/": "a copy of the database, and tables of the catalog",
  "server/platform/database/connection.ts": "BEGIN",
  "server/platform/database/database.ts": "the table of applied migrations, before they run",
  "server/platform/database/unit-of-work.ts": "executes all statements",
  "server/platform/queue/queue.ts": "the schema of BullMQ, which no migration creates",
  "workers/operations/backup/": "a lock and the position of the log",
  "workers/platform/event-log.ts": "only the number of deleted rows",
};

test("row types match the columns of their statements", async () => {
  const described = await describeStatements();
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "statement-rows.d.ts"), declarationOf(described));
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(compilerOptions));
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder, "--checkers", "1"], { encoding: "utf8" });
  expect(stdout).toBe("");
}, 600_000);

test("rows are read with a statement", () => {
  const reads = /\.query<|(=|=>|\(|return) *(await )?[\w.]+\.query\(/;
  const files = sourceFiles(reads).map((file) => path.relative(root, file));
  expect(files.filter((file) => !Object.keys(unchecked).some((uncheckedPath) => file.includes(uncheckedPath)))).toEqual(
    [],
  );
});

async function describeStatements(): Promise<Map<string, Column[][]>> {
  const statements = await namedTexts();
  const client = new pg.Client(await databaseUrl());
  await client.connect();
  try {
    const describer = await StatementDescriber.create(client);
    const described = new Map<string, Column[][]>();
    for (const [name, text] of statements) {
      const columns = await describer.columnsOf(text).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`);
      });
      described.set(name, [...(described.get(name) ?? []), columns]);
    }
    return described;
  } finally {
    await client.end();
  }
}

/**
 * Loads the product in isolation from other test files, which have other statements and don't expect all statements of the product.
 */
async function namedTexts(): Promise<[name: string, text: string][]> {
  const texts: [string, string][] = [];
  await jest.isolateModulesAsync(async () => {
    for (const file of [...sourceFiles(/\b(sql|sharedSql)\(/), "../../server/app", "../../workers/work"]) require(file);
    const { namedStatements, sharedStatements } = require("../../server/platform/database/statements");
    const { composeNamedStatements, unnamedStatements } = require("./composed-statements");
    await composeNamedStatements();
    texts.push(...namedStatements(), ...sharedStatements(), ...unnamedStatements);
  });
  return texts;
}

/** Source files of the product with this text, by path. */
function sourceFiles(text: RegExp): string[] {
  return ["server", "workers"]
    .flatMap((name) =>
      readdirSync(path.join(root, name), { recursive: true, encoding: "utf8" }).map((file) =>
        path.join(root, name, file),
      ),
    )
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && text.test(readFileSync(file, "utf8")))
    .toSorted();
}

const compilerOptions = {
  extends: "../../tsconfig.json",
  include: ["statement-rows.d.ts", "../../server", "../../workers"],
  exclude: ["../../**/*.test.ts"],
  compilerOptions: { types: ["node"], incremental: true, tsBuildInfoFile: "tsbuildinfo" },
};

function declarationOf(described: ReadonlyMap<string, Column[][]>): string {
  const rows = [...described].map(
    ([name, variants]) => `"${name}": ${[...new Set(variants.map(typeOf))].join(" | ")};`,
  );
  const others = Object.keys(undescribed).map((name) => `"${name}": never;`);
  return `import type { Json } from "../../server/platform/database/statement-rows";
declare module "../../server/platform/database/statement-rows" {
  interface StatementRows {
    ${[...rows.toSorted(), ...others].join("\n    ")}
  }
}
`;
}

const typeOf = (columns: readonly Column[]) =>
  `{ ${columns.map(({ name, type, nullable }) => `"${name}": ${type}${nullable ? " | null" : ""}`).join("; ")} }`;
