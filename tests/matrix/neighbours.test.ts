import { recordsOf, type Records } from "../factories/records";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { peopled } from "./bystanders";
import { momentOf } from "./effects";
import { allOver } from "./gone";
import { counted, growing, restless, shownWhenOver } from "./neighbours";
import { answersFor, general } from "./read-answers";

/**
 * Every call that reads is made before and after a second record of each kind stands beside the first, in the same tenant. A
 * list of all of them gets longer; nothing else may: a statement that has lost one of its conditions shows what is another's.
 * Then a third one of each kind comes, and is over at once where it can be: it is shown even less.
 */
const server = testServer();
const readers = ["admin", "employee"] as const;

let world: World;
let mine: Records;

type Answers = Awaited<ReturnType<typeof answersFor>>;

const distinct = (places: string[]) => [...new Set(places)].filter((place) => !restless.test(place)).toSorted();
/** How much there is of a list that got longer. */
const isTotal = /\.meta\.(?:total|per_page|last_page)$/;

/** Calls in whose answers there is more now, and what is another than it was. */
function comparedWith(before: Answers, after: Answers): { longer: string[]; changed: string[] } {
  const longer: string[] = [];
  const changed: string[] = [];
  for (const [name, now] of after) {
    const then = before.get(name) ?? new Map<string, unknown>();
    if ([...now.keys()].some((place) => !then.has(place))) longer.push(name);
    const places = [...then].filter(([place, value]) => now.get(place) !== value).map(([place]) => general(place));
    changed.push(...places.filter((place) => !(longer.includes(name) && isTotal.test(place))));
  }
  return { longer: distinct(longer), changed: distinct(changed) };
}

const asked = async () => ({
  admin: await answersFor(world, world.admin, mine),
  employee: await answersFor(world, world.employee, mine),
});

test("a second record of each kind changes no answer about the first, and only lists of all get longer", async () => {
  world = await server.world();
  mine = await recordsOf(world, "MINE");
  await peopled(world, mine);
  const before = await asked();
  const [neighbour, third] = [await world.person("administrator"), await world.person("administrator")];
  await peopled({ ...world, admin: neighbour }, await recordsOf({ ...world, admin: neighbour }, "OTHER"));
  const beside = await asked();
  for (const who of readers) {
    const { longer, changed } = comparedWith(before[who], beside[who]);
    expect({ who, longer }).toEqual({ who, longer: [...growing.all, ...growing[who]].toSorted() });
    expect({ who, changed }).toEqual({ who, changed: [...counted.all, ...counted[who]].toSorted() });
  }

  const since = await momentOf(server.owner);
  await recordsOf({ ...world, admin: third }, "GONE");
  await allOver(server.owner, world.tenantId, since);
  const over = await asked();
  for (const who of readers) {
    // What has happened is told of whatever became of it since.
    const isLasting = (place: string) => !place.startsWith("activity.");
    const { longer, changed } = comparedWith(beside[who], over[who]);
    const shown = { longer: longer.filter(isLasting), changed: changed.filter(isLasting) };
    expect({ who, ...shown }).toEqual({ who, ...shownWhenOver[who] });
  }
});
