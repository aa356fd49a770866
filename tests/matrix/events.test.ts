import type { Endpoint } from "../../shared/kernel/endpoint";
import { userStream } from "../../shared/kernel/events";
import { consumeEvents } from "../communication/notifications/worker";
import { schemaViolationOf } from "../support/event-schemas";
import { featureFolderOf } from "../support/feature-folders";
import { nextTransactionId, type SavedTenant, saveTenant } from "../support/saved-tenant";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { withRelatedRecords } from "./related-records";
import { databaseEffectsOf, namesByRecordId, rowsSince, variantsOf } from "./effects";
import { callsRefusedByExample, callsWithoutEvents } from "./calls-without-events";
import { spreadIdSequences } from "./numbers";
import { allCalls, changingCalls, requestFor } from "./requests";
import { isSkipped, isUpdated, readSnapshot, writeSnapshot } from "./snapshots";

/**
 * Every changing call must emit its events, or screens become stale, and must not change unrelated records of the tenant, as a statement
 * with a missing condition would. Calls that emit nothing, and those that the example can't perform, are listed in calls-without-events.ts. Changed
 * tables, events and notifications are compared with the feature's expected/effects.txt, and again with optional fields omitted and nullable
 * ones null. `UPDATE_ANSWERS=1` updates the files, `UPDATE_ANSWERS=requests/accounting` those of one feature.
 */
const server = testServer();
const expectedLines = readSnapshot("effects");
const foundLines: string[] = [];
let world: World;
let records: Awaited<ReturnType<typeof withRelatedRecords>>;
let saved: SavedTenant;
beforeAll(async () => {
  await spreadIdSequences(server.owner);
  world = await server.world();
  records = await withRelatedRecords(server.owner, world);
  saved = await saveTenant(server.owner, world.tenantId);
});
afterEach(() => saved.restore());
afterAll(() => saved.close());
afterAll(() => writeSnapshot("effects", foundLines));
const names = new Map(allCalls);
/** Calls that must precede a call, so that its example succeeds. */
const preparingCalls: Readonly<Record<string, readonly string[] | undefined>> = {
  "comments.restoreComment": ["comments.deleteComment"],
  "notifications.markAsUnread": ["notifications.markAsRead"],
  "projects.restoreProject": ["projects.archiveProject"],
  "tasks.restoreTask": ["tasks.archiveTask"],
  "leaveTypes.restoreLeaveType": ["leaveTypes.archiveLeaveType"],
  "timer.discardTimer": ["timer.startTimer"],
  "timer.stopTimer": ["timer.startTimer"],
  "formTemplates.publishForm": ["formTemplates.saveForm"],
  "formTemplates.discardForm": ["formTemplates.saveForm"],
};

const changing = changingCalls.map(([name]) => name);
const tested = changing.filter((name) => !callsRefusedByExample.includes(name) && !isSkipped(name));
/** The lines of a call are "call: effects" and those of its variants, "call with null: effects". */
const isLineOf = (call: string) => (line: string) => line.startsWith(`${call}: `) || line.startsWith(`${call} with`);

test("silent and refused calls exist", () => {
  const listed = [...Object.keys(callsWithoutEvents), ...callsRefusedByExample];
  expect(listed.filter((name) => !changing.includes(name))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

test("each line of the expected effects belongs to a call", () => {
  expect(expectedLines.filter((line) => !changing.some((call) => isLineOf(call)(line)))).toEqual([]);
});

test.each(tested)("%s emits its events and changes no unrelated rows", async (name) => {
  const { mine, touched, ...beside } = records;
  const call = async (each: string) => {
    const endpoint = names.get(each);
    if (!endpoint) throw new Error(`There is no call ${each}`);
    return world.api(world.admin).send(requestFor(endpoint, mine));
  };
  const first = preparingCalls[name] ?? [];
  for (const each of first) expect((await call(each)).status).toBeLessThan(300);
  const look = () => rowsSince(server.owner, world.tenantId, beside.since);
  const before = first.length > 0 ? await look() : beside.rows;
  const moment = await nextTransactionId(server.owner);
  const mark = server.published.length;
  const { status, body } = await call(name);
  expect(status).toBeLessThan(300);
  const events = world.events(mark);
  expect(events.length > 0).toBe(!(name in callsWithoutEvents));
  expect(events.flatMap((each) => schemaViolationOf(each) ?? [])).toEqual([]);
  const aside = userStream(world.external.id);
  expect(events.filter(({ stream }) => stream === aside)).toEqual([]);
  await consumeEvents(world, events);
  let now = await look();
  expect(touched(now)).toEqual([]);
  const called = namesByRecordId(world, mine);
  const effects = databaseEffectsOf(before, now, moment, called);
  const lines = [`${name}: ${effects}`];

  const endpoint = names.get(name) as Endpoint;
  const { payload, ...rest } = requestFor(endpoint, mine);
  const version = body?.data?.version;
  for (const [how, variant] of Object.entries(variantsOf(endpoint, payload))) {
    const [earlier, since] = [now, await nextTransactionId(server.owner)];
    const changed = { ...variant, ...("version" in variant && version !== undefined ? { version } : {}) };
    const answer = await world.api(world.admin).send({ ...rest, payload: changed });
    now = await look();
    const changes = databaseEffectsOf(earlier, now, since, called);
    const outcome = answer.status < 300 ? changes : [answer.status, answer.body.code, changes].join(" ");
    if (outcome !== effects) lines.push(`${name} ${how}: ${outcome}`);
  }
  foundLines.push(...lines);
  if (!isUpdated(featureFolderOf(name)))
    expect(lines.toSorted()).toEqual(expectedLines.filter(isLineOf(name)).toSorted());
});
