import { type Records, recordsOf } from "../factories/records";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { comparedWith } from "./kept";
import { spreadNumbers } from "./numbers";
import { everyCall, requestFor } from "./requests";

/**
 * What each call that changes something says to whoever is in the project, but isn't the administrator whose records they are, stands
 * a second time in kept-answers/refusals-*.txt: which of several guards refuses, with which code, for which fields, or
 * that it is done. One after the other in one organisation, what ends something last. `UPDATE_ANSWERS=1` writes down what is new.
 */
const server = testServer();
beforeAll(() => spreadNumbers(server.owner));

/** What others couldn't be asked after. */
const ending =
  /\.(?:delete|remove|archive|discard|cancel|withdraw|revoke|detach|end|close|toggleUser|changeUsers|planLeaving|subtaskToTask|logout|confirm)/;
const leaving = /^session\.(?:logout|endSession)|^viewing\.|^secondFactor/;
const turnOf = (name: string) => (leaving.test(name) ? 2 : ending.test(name) ? 1 : 0);
const writes = everyCall
  .filter(([, { method, access, readOnly }]) => !(method === "GET" && readOnly) && access === "signedIn")
  .toSorted(([a], [b]) => turnOf(a) - turnOf(b));

async function saidTo(world: World, reader: Person, records: Records): Promise<Map<string, string>> {
  const said = new Map<string, string>();
  for (const [name, endpoint] of writes) {
    const { status, body } = await world.api(reader).send(requestFor(endpoint, records));
    const fields = Object.keys(body?.errors ?? {}).toSorted();
    said.set(name.replaceAll(" ", "-"), [status, body?.code, ...fields].filter(Boolean).join(" "));
  }
  return said;
}

test.each(["hr", "manager", "employee", "external"] as const)("what each call says to %s", async (role) => {
  const world = await server.world();
  const records = await recordsOf(world, "MINE", role === "manager" ? [] : [world[role]]);
  const reader = { ...world[role], ...(await world.signIn(world[role])) };
  expect(comparedWith(`refusals-${role}`, await saidTo(world, reader, records))).toEqual([]);
});
