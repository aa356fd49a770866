import { userStream } from "../../shared/kernel/events";
import { testServer } from "../support/server";
import { withBystanders } from "./bystanders";
import { eventsOf, prepared } from "./events";
import { refusedHere, silent } from "./silent-calls";
import { everyCall, requestFor } from "./requests";

/**
 * Every call that changes something tells so: an event that isn't emitted is a screen that stays as it was. What isn't in one of
 * the lists of events.ts fails here, so that a new call can't be forgotten. And nothing of what stands beside it in the same
 * tenant changes, which is what a statement does that has lost one of its conditions.
 */
const server = testServer();
const names = new Map(everyCall);
const writes = everyCall.filter(
  ([, { method, access, readOnly }]) => !(method === "GET" && readOnly) && access === "signedIn",
);

test("each call that changes something is in one list, and nothing else is", () => {
  const listed = [...Object.keys(eventsOf), ...Object.keys(silent), ...refusedHere];
  expect(listed.toSorted()).toEqual(writes.map(([name]) => name).toSorted());
});

test.each(Object.keys({ ...eventsOf, ...silent }))("%s", async (name) => {
  const world = await server.world();
  const { mine, touched } = await withBystanders(server.owner, world);
  const call = async (each: string) => {
    const endpoint = names.get(each);
    if (!endpoint) throw new Error(`There is no call ${each}`);
    return world.api(world.admin).send(requestFor(endpoint, mine));
  };
  for (const each of prepared[name] ?? []) expect((await call(each)).status).toBeLessThan(300);
  const mark = server.published.length;
  const { status } = await call(name);
  expect(status).toBeLessThan(300);
  const types = world.events(mark).map(({ event }) => event.type);
  expect([...new Set(types)].toSorted()).toEqual((eventsOf[name] ?? []).toSorted());
  // Whoever has nothing to do with it, and may do nothing, hears nothing of it.
  const aside = userStream(world.external.id);
  expect(world.events(mark).filter(({ stream }) => stream === aside)).toEqual([]);
  expect(await touched()).toEqual([]);
});
