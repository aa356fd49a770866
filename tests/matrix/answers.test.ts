import { type Records, recordsOf } from "../factories/records";
import type { Api } from "../support/api";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { everyCall, exampleOf, pathWith } from "./requests";

/** What answers have in common, whatever they are about. */
const server = testServer();
const reads = everyCall.filter(([, { method }]) => method === "GET");

let world: World;
let mine: Records;
/** May nothing, and reads Arabic. */
let reader: Api;
beforeAll(async () => {
  world = await server.world();
  mine = await recordsOf(world, "MINE");
  const person = await world.person("employee");
  await server.owner.query("UPDATE app_user SET language = 'ar' WHERE id = $1", [person.id]);
  reader = world.api(person);
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

/** What an employee may do with nothing at all, and only once. */
const done = new Set(["exports.exportMine", "session.logout", "weeks.submitWeek"]);
const refusable = everyCall.filter(([name, { access }]) => access === "signedIn" && !done.has(name));

test.each(refusable)(
  "%s: who asks for no language is answered, and refused, in that of their account",
  async (_, endpoint) => {
    const { method } = endpoint;
    const answers = await Promise.all(
      [{}, { "accept-language": "de" }, { "accept-language": "ar" }].map((headers) =>
        reader.send({
          method,
          url: pathWith(endpoint, mine, { id: "999999999" }),
          headers,
          ...(method === "GET" ? {} : { payload: { version: -1 } }),
        }),
      ),
    );
    const [unasked, german, arabic] = answers.map(({ status, body }) => [status, body.message, body.errors]);
    expect(unasked).toEqual(arabic);
    expect(unasked?.[1]).not.toEqual(german?.[1]);
  },
);
