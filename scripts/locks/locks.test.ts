import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

interface Lock {
  id: string;
  kind: "row" | "advisory" | "conflict";
  text: string;
}
type Races = Record<string, { file: string; test: string }>;

const root = path.resolve(__dirname, "../..");

/** The finder is an ES module, which Jest cannot load directly. */
function evaluate<Answer>(expression: string): Answer {
  const script = `import { allLocks, locksIn, removeLock } from "./scripts/locks/find.mjs";
    console.log(JSON.stringify(${expression}));`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: root, encoding: "utf8" });
  return JSON.parse(run.stdout) as Answer;
}

const locks = evaluate<Lock[]>(`allLocks(${JSON.stringify(root)})`);
/** `withoutRace` lists locks that no test can cover, each with the reason. `races` names the covering test of every other lock. */
const { missedBy: races, withoutRace } = JSON.parse(readFileSync(path.join(__dirname, "races.json"), "utf8")) as {
  missedBy: Races;
  withoutRace: Record<string, string>;
};

test("every lock has a test in scripts/locks/races.json that fails without it", () => {
  const untested = locks.filter(({ id }) => !races[id] && !withoutRace[id]).map(({ id }) => id);
  expect(untested).toEqual([]);
});

test("races.json lists no lock that no longer exists", () => {
  const existingIds = new Set(locks.map(({ id }) => id));
  expect(Object.keys({ ...races, ...withoutRace }).filter((id) => !existingIds.has(id))).toEqual([]);
});

test("the tests named in races.json exist", () => {
  const missing = Object.entries(races).filter(([, { file, test: name }]) => {
    if (!existsSync(path.join(root, file))) return true;
    const source = readFileSync(path.join(root, file), "utf8");
    // Jest joins describe and title with a space, so the test file may contain only the end of this name.
    const words = name.split(" ");
    return !words.some((_, at) => at < words.length - 2 && source.includes(`"${words.slice(at).join(" ")}`));
  });
  expect(missing).toEqual([]);
});

const source = `
// FOR UPDATE in a comment is none
const lockRow = sql("a.lock", \`SELECT id FROM a WHERE id = $1 FOR NO KEY UPDATE OF a\`);
const claimRow = sql("a.claim", \`SELECT id FROM a LIMIT 1 FOR UPDATE SKIP LOCKED\`);
const lockSequence = sql("a.turn", "SELECT pg_advisory_xact_lock(7)");
export async function both() {
  await tx.rows(sql("a.once", \`INSERT INTO a VALUES ($1) ON CONFLICT DO NOTHING RETURNING id\`));
  await tx.rows(sql("a.put", \`INSERT INTO a VALUES ($1) ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id\`));
}
`;

test("finds locks outside comments and removes them from the source", () => {
  const found = evaluate<[string, string, string][]>(
    `locksIn("a.ts", ${JSON.stringify(source)}).map((lock) => [lock.id, lock.kind, removeLock(${JSON.stringify(source)}, lock).split("\\n")[lock.line - 1].trim()])`,
  );
  expect(found).toEqual([
    ["a.ts#lockRow", "row", 'const lockRow = sql("a.lock", `SELECT id FROM a WHERE id = $1 `);'],
    ["a.ts#claimRow", "row", 'const claimRow = sql("a.claim", `SELECT id FROM a LIMIT 1 `);'],
    ["a.ts#lockSequence", "advisory", 'const lockSequence = sql("a.turn", "SELECT pg_typeof(7)");'],
    ["a.ts#both", "conflict", 'await tx.rows(sql("a.once", `INSERT INTO a VALUES ($1)  RETURNING id`));'],
    ["a.ts#both.2", "conflict", 'await tx.rows(sql("a.put", `INSERT INTO a VALUES ($1) RETURNING id`));'],
  ]);
});
