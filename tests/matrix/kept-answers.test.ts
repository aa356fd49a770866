import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Records, recordsOf } from "../factories/records";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { peopled } from "./bystanders";
import { spreadNumbers } from "./numbers";
import { answersFor, general } from "./read-answers";

/**
 * What every reading call answers stands a second time, in kept-answers/: numbers, yes and no, what is empty and words of the
 * contract, by its place, about an organisation with one record of each kind and about one that has nothing. A default, a count or
 * a condition of a presenter that becomes another one is seen here. `UPDATE_ANSWERS=1` writes down what is new;
 * `UPDATE_ANSWERS=moments` at several `TEST_MOMENT`s what is another each time, which is no longer compared.
 */
const server = testServer();
const folder = path.join(__dirname, "kept-answers");
/** Another one each time, by the clock or the run. */
const any = "~";
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

const parse = (text: string) =>
  new Map(
    text
      .split("\n")
      .filter(Boolean)
      .map((line): [string, string] => {
        const at = line.indexOf(" ");
        return [line.slice(0, at), line.slice(at + 1)];
      }),
  );
const asText = (values: ReadonlyMap<string, string>) => {
  const lines = [...values].map((line) => line.join(" "));
  return `${lines.toSorted().join("\n")}\n`;
};

/** @returns what is another than it was, and what was and isn't there. */
function comparedWith(name: string, now: ReadonlyMap<string, string>): string[] {
  const file = path.join(folder, `${name}.txt`);
  const known = existsSync(file) ? parse(readFileSync(file, "utf8")) : null;
  const same = ([place, value]: [string, string]) => known?.get(place) === any || known?.get(place) === value;
  const update = process.env["UPDATE_ANSWERS"];
  if (update) {
    const kept = known === null || update !== "moments" ? now : new Map([...known, ...now]);
    const lines = [...kept].map(([place]): [string, string] => {
      const value = now.get(place) ?? any;
      const stays = known === null || update !== "moments" || same([place, value]);
      return [place, stays && known?.get(place) !== any ? value : any];
    });
    writeFileSync(file, asText(new Map(lines)));
    return [];
  }
  const gone = [...(known ?? [])].filter(([place, value]) => value !== any && !now.has(place));
  return [
    ...[...now]
      .filter((line) => !same(line))
      .map(([place, value]) => `${place} ${value} (${known?.get(place) ?? "new"})`),
    ...gone.map(([place]) => `${place} isn't there`),
  ];
}

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
