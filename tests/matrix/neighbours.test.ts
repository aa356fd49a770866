import { recordsOf, type Records } from "../factories/records";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { peopled } from "./bystanders";
import { counted, growing, restless } from "./neighbours";
import { everyCall, exampleOf, pathWith } from "./requests";

/**
 * Every call that reads is made before and after a second record of each kind stands beside the first, in the same tenant. A
 * list of all of them gets longer; nothing else may: a statement that has lost one of its conditions shows what is another's.
 */
const server = testServer();
const reads = everyCall.filter(([, { method, readOnly }]) => method === "GET" && readOnly);

let world: World;
let mine: Records;

/** What an answer says, by its place; members of a list by what they are, so that one more moves no other. */
function placed(value: unknown, at: string, into: Map<string, unknown>): Map<string, unknown> {
  if (value === null || typeof value !== "object") return into.set(at, value);
  const named = Array.isArray(value)
    ? value.map((one, n): [string, unknown] => [nameOf(one, n), one])
    : Object.entries(value);
  for (const [key, inner] of named) placed(inner, `${at}.${key}`, into);
  return into;
}

function nameOf(one: unknown, at: number): string {
  if (one === null || typeof one !== "object") return `[${JSON.stringify(one)}]`;
  const own = one as Record<string, unknown>;
  const person = (own["person"] ?? {}) as Record<string, unknown>;
  const id = own["id"] ?? own["user_id"] ?? own["project_id"] ?? person["id"] ?? own["key"] ?? own["date"] ?? at;
  return `[${JSON.stringify(id)}]`;
}

/** A place without the numbers of its records. */
const general = (place: string) => place.replace(/\[[^\]]*\]/g, "[]");

async function answersFor(reader: Person): Promise<Map<string, Map<string, unknown>>> {
  const answers = new Map<string, Map<string, unknown>>();
  for (const [name, endpoint] of reads) {
    const query = Object.entries(exampleOf(endpoint.query, endpoint.example?.query, mine));
    const search = query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&");
    const { status, body } = await world.api(reader).get(`${pathWith(endpoint, mine)}?${search}`);
    answers.set(name, placed(body, name, new Map([[`${name}.status`, status]])));
  }
  return answers;
}

const distinct = (places: string[]) => [...new Set(places)].filter((place) => !restless.test(place)).toSorted();
/** How much there is of a list that got longer. */
const isTotal = /\.meta\.(?:total|per_page|last_page)$/;

test("a second record of each kind changes no answer about the first, and only lists of all get longer", async () => {
  world = await server.world();
  mine = await recordsOf(world, "MINE");
  await peopled(world, mine);
  const readers = { admin: world.admin, employee: world.employee };
  const before = { admin: await answersFor(readers.admin), employee: await answersFor(readers.employee) };
  const neighbour = { ...world, admin: await world.person("administrator") };
  await peopled(neighbour, await recordsOf(neighbour, "OTHER"));
  for (const who of ["admin", "employee"] as const) {
    const longer: string[] = [];
    const changed: string[] = [];
    for (const [name, now] of await answersFor(readers[who])) {
      const then = before[who].get(name) ?? new Map<string, unknown>();
      if ([...now.keys()].some((place) => !then.has(place))) longer.push(name);
      const places = [...then].filter(([place, value]) => now.get(place) !== value).map(([place]) => general(place));
      changed.push(...places.filter((place) => !(longer.includes(name) && isTotal.test(place))));
    }
    expect({ who, longer: distinct(longer) }).toEqual({ who, longer: [...growing.all, ...growing[who]].toSorted() });
    expect({ who, changed: distinct(changed) }).toEqual({ who, changed: [...counted.all, ...counted[who]].toSorted() });
  }
});
