import { type Records, recordsOf } from "../factories/records";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { recordStatementNames } from "../support/statements/sent";
import { addPeople } from "./related-records";
import { copyRows } from "./copies";
import { compareWithSnapshot } from "./snapshots";
import { readCalls } from "./read-answers";
import { examplePayloadOf, pathWithRecordIds } from "./requests";

/**
 * The number of statements per GET call, including BEGIN and COMMIT, must not grow from one record of each kind to three with three times
 * as many related rows (copies.ts). `UPDATE_ANSWERS=1` updates the features' expected/budgets.txt.
 */
const server = testServer({ isShared: false });

interface CallStatements {
  status: number;
  statements: string[];
}

/** Measures the call several times to exclude one-time cache fills and periodic writes. */
async function statementsBy(world: World, person: Person, url: string): Promise<CallStatements> {
  const api = world.api(person);
  const { status } = await api.get(url);
  const tries: string[][] = [];
  // Uses the run with the fewest statements, since logging a refusal may add three statements.
  for (let at = 0; at < (status < 400 ? 2 : 5); at++) tries.push(await recordStatementNames(() => api.get(url)));
  return { status, statements: tries.toSorted((a, b) => a.length - b.length)[0] as string[] };
}

async function statementsByCall(world: World, records: Records): Promise<Map<string, CallStatements>> {
  const calls = new Map<string, CallStatements>();
  for (const [name, endpoint] of readCalls) {
    const query = Object.entries(examplePayloadOf(endpoint.query, endpoint.example?.query, records));
    const search = query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&");
    const path = pathWithRecordIds(endpoint, records);
    for (const [who, person] of Object.entries({ admin: world.admin, employee: world.employee })) {
      calls.set(`${name}.${who}`, await statementsBy(world, person, `${path}?${search}`));
      if (search) calls.set(`${name}?.${who}`, await statementsBy(world, person, path));
    }
  }
  return calls;
}

const added = (before: CallStatements, now: CallStatements) =>
  [...new Set(now.statements)].filter(
    (each) =>
      now.statements.filter((one) => one === each).length > before.statements.filter((one) => one === each).length,
  );

test("no GET call needs more statements for three times as many records", async () => {
  const world = await server.world();
  const mine = await recordsOf(world, "MINE");
  await addPeople(world, mine);
  const statementsForFew = await statementsByCall(world, mine);

  const people = [];
  for (const mark of ["OTHER", "THIRD"]) {
    const own = { ...world, admin: await world.person("administrator") };
    await addPeople(own, await recordsOf(own, mark));
    for (const role of ["hr", "manager", "finance", "employee", "external"] as const)
      people.push(await world.person(role));
  }
  const copiedRows = await copyRows(
    server.owner,
    world.tenantId,
    people.map(({ id }) => id),
  );
  expect(copiedRows).toBeGreaterThan(200);
  await server.owner.query("ANALYZE");
  const statementsForMany = await statementsByCall(world, mine);

  const differing = [...statementsForFew].flatMap(([name, before]) => {
    const now = statementsForMany.get(name) as CallStatements;
    const same = now.status === before.status && now.statements.length === before.statements.length;
    const counts = `${before.status} ${before.statements.length} → ${now.status} ${now.statements.length}`;
    return same ? [] : [`${name}: ${counts} ${added(before, now).join(", ").slice(0, 300)}`];
  });
  expect(differing).toEqual([]);
  const budgets = new Map<string, string>();
  for (const [name, { statements }] of statementsForFew) {
    const [call, who] = name.split(/\.(?=\w+$)/) as [string, string];
    budgets.set(call, [budgets.get(call), `${who} ${statements.length}`].filter(Boolean).join(", "));
  }
  expect(compareWithSnapshot("budgets", budgets)).toEqual([]);
});
