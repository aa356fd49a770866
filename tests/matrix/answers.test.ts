import { type Records, recordsOf } from "../factories/records";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { everyCall, exampleOf, pathWith } from "./requests";

/** What answers have in common, whatever they are about. */
const server = testServer();
const reads = everyCall.filter(([, { method }]) => method === "GET");

let world: World;
let mine: Records;
beforeAll(async () => {
  world = await server.world();
  mine = await recordsOf(world, "MINE");
});

test.each(reads)("%s: the answer carries a message, in the caller's language", async (_, endpoint) => {
  const query = Object.entries(exampleOf(endpoint.query, endpoint.example?.query, mine));
  const search = query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&");
  const messages: string[] = [];
  for (const language of ["en", "de"]) {
    const caller = world.api(world.admin).with({ "accept-language": language });
    const answer = await caller.get(`${pathWith(endpoint, mine)}?${search}`);
    expect(answer.status).toBeLessThan(500);
    messages.push(answer.body.message as string);
  }
  expect(messages.map((message) => typeof message === "string" && message.length > 0)).toEqual([true, true]);
  expect(messages[0]).not.toBe(messages[1]);
});
