import { type Records, recordsOf } from "../factories/records";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { peopled } from "./bystanders";
import { any, comparedWith } from "./kept";
import { spreadNumbers } from "./numbers";
import { answersFor, general } from "./read-answers";

/**
 * What every reading call answers stands a second time, in kept-answers/: numbers, yes and no, what is empty and words of the
 * contract, by its place, about an organisation with one record of each kind and about one that has nothing. A default, a count or
 * a condition of a presenter that becomes another one is seen here. `UPDATE_ANSWERS=1` writes down what is new;
 * `UPDATE_ANSWERS=moments` at several `TEST_MOMENT`s what is another each time, which is no longer compared.
 */
const server = testServer();
/** More than so many different values at one place are data, not a decision. */
const mostValues = 8;

function plain(place: string, value: unknown): string {
  if (typeof value === "string") return /^[a-z][a-z_]{0,30}$/.test(value) ? value : value === "" ? '""' : "text";
  if (typeof value === "number" && /(?:^|[._])(?:ids?|revisions?|\[\]|facts\.\w+)$/.test(general(place))) return "id";
  return String(value);
}

/** The values at each place. */
async function valuesFor(world: World, reader: Person, records: Records): Promise<Map<string, string>> {
  const found = new Map<string, Set<string>>();
  for (const [, answer] of await answersFor(world, reader, records))
    for (const [place, value] of answer) {
      const at = general(place).replace(/\.\d+(?=\.|$)/g, ".#");
      found.set(at, (found.get(at) ?? new Set()).add(plain(place, value)));
    }
  const shown = (values: Set<string>) => (values.size > mostValues ? any : [...values].toSorted().join(" "));
  return new Map([...found].map(([place, values]): [string, string] => [place, shown(values)]));
}

beforeAll(() => spreadNumbers(server.owner));

test("an organisation with one record of each kind, for an administrator, a manager, an employee and somebody from outside", async () => {
  const world = await server.world();
  const records = await recordsOf(world, "MINE");
  await peopled(world, records);
  expect(comparedWith("admin", await valuesFor(world, world.admin, records))).toEqual([]);
  expect(comparedWith("employee", await valuesFor(world, world.employee, records))).toEqual([]);
  expect(comparedWith("manager", await valuesFor(world, world.manager, records))).toEqual([]);
  expect(comparedWith("external", await valuesFor(world, world.external, records))).toEqual([]);
});

test("an organisation that has nothing yet", async () => {
  const world = await server.world();
  const elsewhere = await recordsOf(await server.world(), "OTHER");
  expect(comparedWith("empty", await valuesFor(world, world.admin, elsewhere))).toEqual([]);
});
