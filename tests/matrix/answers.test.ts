import { type Records, recordsOf } from "../factories/records";
import type { Api } from "../support/api";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { allCalls, examplePayloadOf, pathWithRecordIds } from "./requests";

const server = testServer();
const reads = allCalls.filter(([, { method }]) => method === "GET");

let world: World;
let mine: Records;
let reader: Api;
beforeAll(async () => {
  world = await server.world();
  mine = await recordsOf(world, "MINE");
  const person = await world.person("employee");
  await server.owner.query("UPDATE app_user SET language = 'ar' WHERE id = $1", [person.id]);
  reader = world.api(person);
});

test.each(reads)("%s: the response has a message in the caller's language", async (_, endpoint) => {
  const query = Object.entries(examplePayloadOf(endpoint.query, endpoint.example?.query, mine));
  const search = query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&");
  const messages: string[] = [];
  for (const language of ["en", "de"]) {
    const caller = world.api(world.admin).with({ "accept-language": language });
    const answer = await caller.get(`${pathWithRecordIds(endpoint, mine)}?${search}`);
    expect(answer.status).toBeLessThan(500);
    messages.push(answer.body.message as string);
  }
  expect(messages.map((message) => typeof message === "string" && message.length > 0)).toEqual([true, true]);
  expect(messages[0]).not.toBe(messages[1]);
});

/** Excludes calls that succeed for an employee without input, but only once. */
const done = new Set(["exports.requestOwnExport", "session.logout", "weeks.submitWeek"]);
const refusable = allCalls.filter(([name, { access }]) => access === "signedIn" && !done.has(name));

test.each(refusable)("%s: without a language header the account's language is used", async (_, endpoint) => {
  const { method } = endpoint;
  const answers = await Promise.all(
    [{}, { "accept-language": "de" }, { "accept-language": "ar" }].map((headers) =>
      reader.send({
        method,
        url: pathWithRecordIds(endpoint, mine, { id: "999999999" }),
        headers,
        ...(method === "GET" ? {} : { payload: { version: -1 } }),
      }),
    ),
  );
  const [unasked, german, arabic] = answers.map(({ status, body }) => [status, body.message, body.errors]);
  expect(unasked).toEqual(arabic);
  expect(unasked?.[1]).not.toEqual(german?.[1]);
});
