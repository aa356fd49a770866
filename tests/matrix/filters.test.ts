import type { SchemaDescription, SchemaObjectDescription } from "yup";
import { type Records, recordsOf } from "../factories/records";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { spreadNumbers } from "./numbers";
import { peopled } from "./bystanders";
import { reads } from "./read-answers";
import { exampleOf, type Field, fieldsOf, pathWith } from "./requests";

/**
 * Every filter of every call that reads filters: of two records of each kind some value of it shows other ones than no value, or
 * another value, does. A condition that is left out of a statement shows the same whatever was asked for.
 */
const server = testServer();

/** Lists behind a figure hold as much as it says, and what is looked at ahead says what comes of it: with tests of their own. */
const ofThemselves = /\.(?:list\w*Figure|preview\w+)$/;

/** What tells nothing of two records, each with tests of its own: it asks for what is more than there is here. */
const indifferent: readonly string[] = [
  "approvals.decidedByMe.family",
  "approvals.decidedByMe.q",
  "approvals.inbox.family",
  "approvals.inbox.q",
  "approvals.inbox.requester_id",
  "approvals.inbox.type",
  "finance.listFinance.min",
  "finance.listFinance.status",
  "finance.listFinance.type",
  "finance.listSuppliers.q",
  "finding.findFree.car_type",
  "finding.findFree.people",
  "handOver.handOverChoices.q",
  "leaveBalance.leaveBalances.user_id",
  "leaveBalance.leaveLedger.leave_type_id",
  "leaving.readLeaving.last_day",
  "myWork.myWork.state",
  "outages.listOutages.car_id",
  "outages.listOutages.driver_id",
  "outages.listOutages.equipment_id",
  "outages.listOutages.room_id",
  "peopleFree.peopleFree.booking_id",
  "peopleFree.peopleFree.users",
  "rights.readRights.id",
  "rights.readRights.thing",
  "rights.readRights.user_id",
  "rooms.listRooms.with_building",
  "rooms.listRooms.with_floor",
  "tasks.archivedTasks.by",
  "tasks.archivedTasks.q",
  "timeSheet.loggableTasks.project_id",
  "trips.listTrips.car_id",
  "trips.listTrips.driver_id",
  "trips.listTrips.whose",
  "userAnalytics.readUserAnalytics.by",
  "users.listAllEmployees.external",
  "users.listEmployees.active",
  "users.listEmployees.external",
  "weeks.listWeeks.weeks",
];

/** Not filters: which part of a list, in which order, in which shape; and days, of which it hangs on the day of the run what they show. */
const notFilters =
  /^(?:page|per_page|perPage|sort|before|after|cursor|limit|format|language|key|token|\w*date|(?:\w*_)?(?:from|to)|as_of|day|month|year|week|since|until)$/;

let world: World;
let mine: Records;
let other: Records;
beforeAll(async () => {
  await spreadNumbers(server.owner);
  world = await server.world();
  mine = await recordsOf(world, "MINE");
  await peopled(world, mine);
  const [neighbour, third] = [await world.person("administrator"), await world.person("administrator")];
  other = await recordsOf({ ...world, admin: neighbour }, "OTHER");
  await peopled({ ...world, admin: neighbour }, other);
  const gone = await recordsOf({ ...world, admin: third }, "GONE");
  await world.tx(async (tx) => {
    for (const table of ["building", "floor", "room", "car", "driver", "equipment"] as const)
      await tx.manager.query(`UPDATE ${table} SET deleted_at = now() WHERE id = $1`, [gone[table]]);
    await tx.manager.query("UPDATE task SET archived_at = now() WHERE id = $1", [gone.task]);
    await tx.manager.query("UPDATE app_user SET active = false WHERE id = $1", [third.id]);
  });
});

/** Values that could make a difference. */
function valuesFor(field: Field, { oneOf }: SchemaDescription): string[] {
  const own = oneOf.filter((one) => typeof one === "string" || typeof one === "number").map(String);
  if (own.length > 0) return own;
  if (field.entity) return [mine[field.entity], other[field.entity], 999_999_999].map(String);
  if (field.type === "boolean") return ["true", "false"];
  return ["MINE", "OTHER", "nothing-like-it", "1"];
}

test("each filter makes a difference", async () => {
  const same: string[] = [];
  for (const [name, endpoint] of reads.filter(([one]) => !ofThemselves.test(one))) {
    const fields = fieldsOf(endpoint.query).filter((field) => !notFilters.test(field.name));
    const { fields: described } = endpoint.query.describe() as SchemaObjectDescription;
    // From the first page on: what an example goes on from is a number of another database.
    const { before: _before, cursor: _cursor, ...base } = exampleOf(endpoint.query, endpoint.example?.query, mine);
    /** What is shown, without what only says what was asked for. */
    const ask = async (query: Record<string, unknown>) => {
      const search = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
      const { status, body, text } = await world
        .api(world.admin)
        .get(`${pathWith(endpoint, mine)}?${search.join("&")}`);
      if (status !== 200) return null;
      return Array.isArray(body?.data) ? JSON.stringify(body.data) : text;
    };
    for (const field of fields) {
      const { [field.name]: _, ...rest } = base;
      // What is another each time says nothing; a minute may be over in between once.
      let [without, again] = [await ask(rest), await ask(rest)];
      for (let tries = 0; tries < 2 && without !== again; tries++) [without, again] = [again, await ask(rest)];
      const isRestless = without !== again;
      const seen = new Set([without, await ask(base)].filter((one) => one !== null));
      for (const value of valuesFor(field, described[field.name] as SchemaDescription)) {
        if (isRestless || seen.size > 1) break;
        const answer = await ask({ ...rest, [field.name]: value });
        if (answer !== null) seen.add(answer);
      }
      if (isRestless || seen.size < 2) same.push(`${name}.${field.name}`);
    }
  }
  expect(same.filter((one) => !indifferent.includes(one))).toEqual([]);
});
