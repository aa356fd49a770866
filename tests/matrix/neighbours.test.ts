import { recordsOf, type Records } from "../factories/records";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { addPeople } from "./related-records";
import { nextTransactionId } from "../support/saved-tenant";
import { endAllRecords } from "./ended-records";
import { readAnswersFor, removeIdsFromPath } from "./read-answers";
import { compareWithSnapshot } from "./snapshots";

/**
 * Compares every GET call before and after a second record of each kind is created in the same tenant. Only lists of all records, their
 * counts and links may change; a statement with a missing condition would return the unrelated record. A third record of each kind has
 * ended. The features' expected/neighbours.txt list the responses that change in each case; `UPDATE_ANSWERS=1` updates them.
 */
const server = testServer();
const readers = ["admin", "employee"] as const;

let world: World;
let mine: Records;

type Answers = Awaited<ReturnType<typeof readAnswersFor>>;

/**
 * Response values that change without new records: the timer, the security log, which records these calls, and the day of the next digest.
 */
const changingReplies = /^(?:securityLog|timer)\.|\.digest\.next_day$/;

const distinct = (places: string[]) => [...new Set(places)].filter((place) => !changingReplies.test(place)).toSorted();
const isTotal = /\.meta\.(?:total|per_page|last_page)$/;

function comparedWith(before: Answers, after: Answers): { longer: string[]; changed: string[] } {
  const longer: string[] = [];
  const changed: string[] = [];
  for (const [name, now] of after) {
    const then = before.get(name) ?? new Map<string, unknown>();
    if ([...now.keys()].some((place) => !then.has(place))) longer.push(name);
    const places = [...then]
      .filter(([place, value]) => now.get(place) !== value)
      .map(([place]) => removeIdsFromPath(place));
    changed.push(...places.filter((place) => !(longer.includes(name) && isTotal.test(place))));
  }
  return { longer: distinct(longer), changed: distinct(changed) };
}

const readAll = async () => ({
  admin: await readAnswersFor(world, world.admin, mine),
  employee: await readAnswersFor(world, world.employee, mine),
});

test("related records change only lists of all records", async () => {
  world = await server.world();
  mine = await recordsOf(world, "MINE");
  await addPeople(world, mine);
  const before = await readAll();
  const [neighbour, third] = [await world.person("administrator"), await world.person("administrator")];
  await addPeople({ ...world, admin: neighbour }, await recordsOf({ ...world, admin: neighbour }, "OTHER"));
  const beside = await readAll();

  const since = await nextTransactionId(server.owner);
  await recordsOf({ ...world, admin: third }, "GONE");
  await endAllRecords(server.owner, world.tenantId, since);
  const over = await readAll();
  // Activity keeps events of records that have ended.
  const isLasting = (place: string) => !place.startsWith("activity.");

  const facts = new Map<string, string>();
  const note = (places: string[], fact: string) => {
    for (const place of places) facts.set(place, [...(facts.get(place)?.split(", ") ?? []), fact].join(", "));
  };
  for (const who of readers) {
    const second = comparedWith(before[who], beside[who]);
    note(second.longer, `${who} longer`);
    note(second.changed, `${who} changed`);
    const ended = comparedWith(beside[who], over[who]);
    note(ended.longer.filter(isLasting), `${who} longer by ended records`);
    note(ended.changed.filter(isLasting), `${who} changed by ended records`);
  }
  expect(compareWithSnapshot("neighbours", facts)).toEqual([]);
});
