import { recordsOf, type Records } from "../factories/records";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { peopled } from "./bystanders";
import { counted, growing, restless } from "./neighbours";
import { answersFor, general } from "./read-answers";

/**
 * Every call that reads is made before and after a second record of each kind stands beside the first, in the same tenant. A
 * list of all of them gets longer; nothing else may: a statement that has lost one of its conditions shows what is another's.
 */
const server = testServer();

let world: World;
let mine: Records;

const distinct = (places: string[]) => [...new Set(places)].filter((place) => !restless.test(place)).toSorted();
/** How much there is of a list that got longer. */
const isTotal = /\.meta\.(?:total|per_page|last_page)$/;

test("a second record of each kind changes no answer about the first, and only lists of all get longer", async () => {
  world = await server.world();
  mine = await recordsOf(world, "MINE");
  await peopled(world, mine);
  const readers = { admin: world.admin, employee: world.employee };
  const before = {
    admin: await answersFor(world, readers.admin, mine),
    employee: await answersFor(world, readers.employee, mine),
  };
  const neighbour = { ...world, admin: await world.person("administrator") };
  await peopled(neighbour, await recordsOf(neighbour, "OTHER"));
  for (const who of ["admin", "employee"] as const) {
    const longer: string[] = [];
    const changed: string[] = [];
    for (const [name, now] of await answersFor(world, readers[who], mine)) {
      const then = before[who].get(name) ?? new Map<string, unknown>();
      if ([...now.keys()].some((place) => !then.has(place))) longer.push(name);
      const places = [...then].filter(([place, value]) => now.get(place) !== value).map(([place]) => general(place));
      changed.push(...places.filter((place) => !(longer.includes(name) && isTotal.test(place))));
    }
    expect({ who, longer: distinct(longer) }).toEqual({ who, longer: [...growing.all, ...growing[who]].toSorted() });
    expect({ who, changed: distinct(changed) }).toEqual({ who, changed: [...counted.all, ...counted[who]].toSorted() });
  }
});
