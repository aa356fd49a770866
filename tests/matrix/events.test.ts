import path from "node:path";
import type { Endpoint } from "../../shared/kernel/endpoint";
import { userStream } from "../../shared/kernel/events";
import { consume } from "../notifications/worker";
import { testServer } from "../support/server";
import { withBystanders } from "./bystanders";
import { effectsOf, keptLines, momentOf, namesOf, rowsSince, variantsOf } from "./effects";
import { eventsOf, prepared } from "./events";
import { refusedHere, silent } from "./silent-calls";
import { spreadNumbers } from "./numbers";
import { everyCall, requestFor } from "./requests";

/**
 * Every call that changes something tells so: an event that isn't emitted is a screen that stays as it was. What isn't in one of
 * the lists of events.ts fails here, so that a new call can't be forgotten. And nothing of what stands beside it in the same
 * tenant changes, which is what a statement does that has lost one of its conditions. What each call makes of the rows stands a
 * second time in kept-effects.txt, with what the worker tells whom of it, and again without what may be left out and with what may
 * be empty: a line, a default or a constant that becomes another is seen here. `UPDATE_ANSWERS=1` writes down what is new.
 */
const server = testServer();
const kept = keptLines(path.join(__dirname, "kept-effects.txt"));
beforeAll(() => spreadNumbers(server.owner));
afterAll(() => kept.write());
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
  const { mine, touched, ...beside } = await withBystanders(server.owner, world);
  const call = async (each: string) => {
    const endpoint = names.get(each);
    if (!endpoint) throw new Error(`There is no call ${each}`);
    return world.api(world.admin).send(requestFor(endpoint, mine));
  };
  const first = prepared[name] ?? [];
  for (const each of first) expect((await call(each)).status).toBeLessThan(300);
  const look = () => rowsSince(server.owner, world.tenantId, beside.since);
  const before = first.length > 0 ? await look() : beside.rows;
  const moment = await momentOf(server.owner);
  const mark = server.published.length;
  const { status, body } = await call(name);
  expect(status).toBeLessThan(300);
  const events = world.events(mark);
  const types = events.map(({ event }) => event.type);
  expect([...new Set(types)].toSorted()).toEqual((eventsOf[name] ?? []).toSorted());
  // Whoever has nothing to do with it, and may do nothing, hears nothing of it.
  const aside = userStream(world.external.id);
  expect(events.filter(({ stream }) => stream === aside)).toEqual([]);
  await consume(world, events);
  let now = await look();
  expect(touched(now)).toEqual([]);
  const called = namesOf(world, mine);
  const effects = effectsOf(before, now, moment, called);
  expect(effects).toEqual(kept.of(name, effects));

  const endpoint = names.get(name) as Endpoint;
  const { payload, ...rest } = requestFor(endpoint, mine);
  const version = body?.data?.version;
  for (const [how, variant] of Object.entries(variantsOf(endpoint, payload) ?? {})) {
    const [earlier, since] = [now, await momentOf(server.owner)];
    const changed = { ...variant, ...("version" in variant && version !== undefined ? { version } : {}) };
    const answer = await world.api(world.admin).send({ ...rest, payload: changed });
    now = await look();
    const found = [String(answer.status), ...effectsOf(earlier, now, since, called)];
    expect(found).toEqual(kept.of(`${name} ${how}`, found));
  }
});
