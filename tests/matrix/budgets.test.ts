import { type Records, recordsOf } from "../factories/records";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { statementsOf } from "../support/statements/sent";
import { peopled } from "./bystanders";
import { copied } from "./copies";
import { comparedWith } from "./kept";
import { reads } from "./read-answers";
import { exampleOf, pathWith } from "./requests";

/**
 * How many statements each reading call takes, BEGIN and COMMIT included: as many with one record of each kind as with three, each of
 * which has three times as much beside it (copies.ts). `UPDATE_ANSWERS=1` writes down what is new, in kept-answers/budgets.txt.
 */
const server = testServer();

interface Asked {
  status: number;
  statements: string[];
}

/** What is known from the first time on, and what is written down every now and then, isn't part of it. */
async function askedBy(world: World, person: Person, url: string): Promise<Asked> {
  const api = world.api(person);
  const { status } = await api.get(url);
  const tries: string[][] = [];
  // A refusal is written down meanwhile, by three statements of its own.
  for (let at = 0; at < (status < 400 ? 2 : 5); at++) tries.push(await statementsOf(() => api.get(url)));
  return { status, statements: tries.toSorted((a, b) => a.length - b.length)[0] as string[] };
}

async function askedOf(world: World, records: Records): Promise<Map<string, Asked>> {
  const asked = new Map<string, Asked>();
  for (const [name, endpoint] of reads) {
    const query = Object.entries(exampleOf(endpoint.query, endpoint.example?.query, records));
    const search = query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&");
    const path = pathWith(endpoint, records);
    for (const [who, person] of Object.entries({ admin: world.admin, employee: world.employee })) {
      asked.set(`${name}.${who}`, await askedBy(world, person, `${path}?${search}`));
      if (search) asked.set(`${name}?.${who}`, await askedBy(world, person, path));
    }
  }
  return asked;
}

/** What is sent more often than before. */
const added = (before: Asked, now: Asked) =>
  [...new Set(now.statements)].filter(
    (each) =>
      now.statements.filter((one) => one === each).length > before.statements.filter((one) => one === each).length,
  );

test("three times as many records take no statement more, in any reading call", async () => {
  const world = await server.world();
  const mine = await recordsOf(world, "MINE");
  await peopled(world, mine);
  const few = await askedOf(world, mine);

  const people = [];
  for (const mark of ["OTHER", "THIRD"]) {
    const own = { ...world, admin: await world.person("administrator") };
    await peopled(own, await recordsOf(own, mark));
    for (const role of ["hr", "manager", "finance", "employee", "external"] as const)
      people.push(await world.person(role));
  }
  const written = await copied(
    server.owner,
    world.tenantId,
    people.map(({ id }) => id),
  );
  expect(written).toBeGreaterThan(200);
  await server.owner.query("ANALYZE");
  const many = await askedOf(world, mine);

  const differing = [...few].flatMap(([name, before]) => {
    const now = many.get(name) as Asked;
    const same = now.status === before.status && now.statements.length === before.statements.length;
    const counts = `${before.status} ${before.statements.length} → ${now.status} ${now.statements.length}`;
    return same ? [] : [`${name}: ${counts} ${added(before, now).join(", ").slice(0, 300)}`];
  });
  expect(differing).toEqual([]);
  const budgets = new Map([...few].map(([name, { statements }]) => [name, String(statements.length)]));
  expect(comparedWith("budgets", budgets)).toEqual([]);
});
