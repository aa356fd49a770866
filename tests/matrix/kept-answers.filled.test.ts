import { recordsOf, type Records } from "../factories/records";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { peopled } from "./bystanders";
import { momentOf, namesOf } from "./effects";
import { filledUp, numbersOf } from "./fill";
import { allOver } from "./gone";
import { comparedWith, joined, valuesIn, words } from "./kept";
import { restless } from "./neighbours";
import { spreadNumbers } from "./numbers";
import { reads } from "./read-answers";
import { everyCall, exampleOf, pathWith, requestFor } from "./requests";

/**
 * What every reading call answers about an organisation in which nothing is empty: each column of each row has a value that no
 * other has (fill.ts), beside a second record of each kind in which everything is as it comes, and a third that is over. So a
 * column that is taken from another place, a join that finds another row, another order and a default that isn't looked at show,
 * word for word, in kept-answers/filled-*.txt; for others than the administrator what they see otherwise. `UPDATE_ANSWERS=1`
 * writes down what is new, `UPDATE_ANSWERS=moments` what is another each time.
 */
const server = testServer();

/** What isn't in the contract, since it answers no JSON. */
const files = [
  "/users/export?format=csv",
  "/finance/export?format=csv",
  "/leave/export/requests?format=csv&from=2030-01-01&to=2030-12-31",
  "/leave/export/balances?format=csv&year=2030",
  "/reservations/report/export?format=csv",
  "/audit/security-log/export",
  "/audit/changes/export",
];

async function answersOf(world: World, reader: Person, records: Records, names: ReadonlyMap<number, string>) {
  const found = new Map<string, string>();
  const say = (one: unknown) => words(one, names, world.host);
  const ask = async (name: string, url: string) => {
    const { status, body, text, headers } = await world.api(reader).get(url);
    const isText = /^text\/(?:csv|calendar)/.test(String(headers["content-type"]));
    const values = valuesIn(
      body ?? (isText ? text.split("\n") : []),
      name,
      say,
      new Map([[`${name}.status`, [String(status)]]]),
    );
    for (const [place, each] of values) if (!restless.test(place)) found.set(place, joined(each));
  };
  for (const [name, endpoint] of reads) {
    const query = Object.entries(exampleOf(endpoint.query, endpoint.example?.query, records));
    const search = query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&");
    await ask(name, `${pathWith(endpoint, records)}?${search}`);
    if (search) await ask(`${name}?`, pathWith(endpoint, records));
  }
  for (const url of files) await ask(url.replace(/\?.*/, ""), url);
  return found;
}

let world: World;
let records: Records;
let names: ReadonlyMap<number, string>;
beforeAll(async () => {
  await spreadNumbers(server.owner);
  world = await server.world();
  records = await recordsOf(world, "MINE");
  await peopled(world, records);
  await filledUp(server.owner, world.tenantId);
  await beside("Nora Neighbour", "OTHER");
  const since = await momentOf(server.owner);
  const { admin: gone } = await beside("Gerd Gone", "GONE");
  await allOver(server.owner, world.tenantId, since);
  await world.tx((tx) => tx.manager.query("UPDATE app_user SET active = false WHERE id = $1", [gone.id]));
  names = new Map([...(await numbersOf(server.owner, world.tenantId)), ...namesOf(world, records)]);
});

const sending = ["leave.sendLeave", "financeCommands.sendFinance", "forms.sendFormRequest"];

/** One more record of each kind, somebody else's, as they come; requests are sent. */
async function beside(fullname: string, mark: string): Promise<World> {
  const own = { ...world, admin: await world.person("administrator", { fullname }) };
  const made = await recordsOf(own, mark);
  await peopled(own, made);
  for (const [, endpoint] of everyCall.filter(([name]) => sending.includes(name)))
    await world.api(own.admin).send(requestFor(endpoint, made));
  return own;
}

test("an organisation in which nothing is empty, for an administrator, a manager, an employee and somebody from outside", async () => {
  const admin = await answersOf(world, world.admin, records, names);
  const otherwise = (answers: ReadonlyMap<string, string>) => {
    // Where a call is refused, that says it all.
    const isAnswered = (place: string) => {
      const status = `${place.split(".").slice(0, 2).join(".")}.status`;
      return answers.get(status) === admin.get(status);
    };
    const missing = [...admin.keys()].filter((place) => !answers.has(place) && isAnswered(place));
    const differing = [...answers].filter(([place, value]) => admin.get(place) !== value);
    return new Map([...differing, ...missing.map((place): [string, string] => [place, "isn't there"])]);
  };
  expect(comparedWith("filled-admin", admin)).toEqual([]);
  for (const who of ["manager", "employee", "external"] as const)
    expect(comparedWith(`filled-${who}`, otherwise(await answersOf(world, world[who], records, names)))).toEqual([]);
});
