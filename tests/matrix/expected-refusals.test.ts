import { type Records, recordsOf } from "../factories/records";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { compareWithSnapshot, describeOutcomes } from "./snapshots";
import { spreadIdSequences } from "./numbers";
import { allCalls, requestFor } from "./requests";

/**
 * Compares with the features' expected/refusals.txt how each changing call responds to project members other than the administrator who owns the
 * records: which guard refuses, with which code and fields, or that the call succeeds. Calls run sequentially in one tenant, those that end
 * records last, otherwise in the order of their prefixes, so that the order of the manifests doesn't matter. `UPDATE_ANSWERS=1` updates the
 * files.
 */
const server = testServer();
beforeAll(() => spreadIdSequences(server.owner));

/** Calls that end records needed by other calls; they run later. */
const ending =
  /\.(?:delete|remove|archive|discard|cancel|withdraw|revoke|detach|end|close|toggleUser|changeUsers|planLeaving|convertSubtask|logout|confirm)/;
const leaving = /^session\.(?:logout|endSession)|^viewing\.|^secondFactor/;
const orderOf = (name: string) => (leaving.test(name) ? 2 : ending.test(name) ? 1 : 0);
const prefixOf = (name: string) => name.slice(0, name.indexOf("."));
const writes = allCalls
  .filter(([, { method, access, readOnly }]) => !(method === "GET" && readOnly) && access === "signedIn")
  .toSorted(([a], [b]) => orderOf(a) - orderOf(b) || prefixOf(a).localeCompare(prefixOf(b), "en"));

async function refusalsFor(world: World, reader: Person, records: Records): Promise<Map<string, string>> {
  const refusals = new Map<string, string>();
  for (const [name, endpoint] of writes) {
    const { status, body } = await world.api(reader).send(requestFor(endpoint, records));
    const fields = Object.keys(body?.errors ?? {}).toSorted();
    refusals.set(name, [status, body?.code, ...fields].filter(Boolean).join(" "));
  }
  return refusals;
}

test("each changing call's responses to each role match the expected refusals", async () => {
  const refusalsByCall = new Map(writes.map(([name]): [string, [role: string, refusal: string][]] => [name, []]));
  for (const role of ["hr", "manager", "employee", "external"] as const) {
    const world = await server.world();
    const records = await recordsOf(world, "MINE", role === "manager" ? [] : [world[role]]);
    const reader = { ...world[role], ...(await world.signIn(world[role])) };
    for (const [name, refusal] of await refusalsFor(world, reader, records))
      refusalsByCall.get(name)?.push([role, refusal]);
  }
  const lines = [...refusalsByCall].map(([name, each]): [string, string] => [name, describeOutcomes(each)]);
  expect(compareWithSnapshot("refusals", new Map(lines))).toEqual([]);
}, 240_000);
