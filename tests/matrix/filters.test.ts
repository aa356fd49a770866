import type { SchemaDescription, SchemaObjectDescription } from "yup";
import { type Records, recordsOf } from "../factories/records";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { spreadIdSequences } from "./numbers";
import { addPeople } from "./related-records";
import { readCalls } from "./read-answers";
import { idOf, examplePayloadOf, type RequestField, schemaFieldsOf, pathWithRecordIds } from "./requests";

/**
 * Every filter of every GET call must affect the response: with two records of each kind, some value returns another result. With a
 * condition missing in the SQL, all values would return the same.
 */
const server = testServer();

/** Drill-down lists of dashboard figures and previews have their own tests. */
const ofThemselves = /\.(?:list\w*Figure|preview\w+)$/;

/** Filters whose result can't differ with these two records; they have their own tests. */
const indifferent: readonly string[] = [
  "approvals.listDecidedRequests.family",
  "approvals.listDecidedRequests.q",
  "approvals.listInbox.family",
  "approvals.listInbox.q",
  "approvals.listInbox.requester_id",
  "approvals.listInbox.type",
  "bookings.checkDate.booking_id",
  "bookings.checkDate.car_type",
  "bookings.checkDate.equipment",
  "bookings.checkDate.people",
  "finance.listFinance.min",
  "finance.listFinance.status",
  "finance.listFinance.type",
  "finance.listSupplierNames.q",
  "commonTimes.findCommonTimes.minutes",
  "commonTimes.findCommonTimes.people",
  "commonTimes.findCommonTimes.users",
  "finding.findFree.car_type",
  "finding.findFree.people",
  "handOver.listHandOverChoices.q",
  "leaveBalance.leaveBalances.user_id",
  "leaveBalance.leaveLedger.leave_type_id",
  "leaving.readLeaving.last_day",
  "myWork.listMyWork.state",
  "outages.listOutages.car_id",
  "outages.listOutages.driver_id",
  "outages.listOutages.equipment_id",
  "outages.listOutages.room_id",
  "paymentBatches.listBatchPayables.currency",
  "paymentBatches.listBatchPayables.due_until",
  "paymentBatches.listBatchPayables.q",
  "peopleFree.readAvailability.booking_id",
  "peopleFree.readAvailability.users",
  "rights.readRights.id",
  "rights.readRights.thing",
  "rights.readRights.user_id",
  "rooms.listRooms.with_building",
  "rooms.listRooms.with_floor",
  "search.search.kinds",
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

/** Parameters that aren't filters: paging, sorting, format, and dates, whose effect depends on the day of the run. */
const notFilters =
  /^(?:page|per_page|perPage|sort|before|after|cursor|limit|format|language|key|token|\w*date|(?:\w*_)?(?:from|to)|as_of|day|month|year|week|since|until)$/;

let world: World;
let mine: Records;
let other: Records;
beforeAll(async () => {
  await spreadIdSequences(server.owner);
  world = await server.world();
  mine = await recordsOf(world, "MINE");
  await addPeople(world, mine);
  const [neighbour, third] = [await world.person("administrator"), await world.person("administrator")];
  other = await recordsOf({ ...world, admin: neighbour }, "OTHER");
  await addPeople({ ...world, admin: neighbour }, other);
  const deletedRecords = await recordsOf({ ...world, admin: third }, "GONE");
  await world.tx(async (tx) => {
    for (const table of ["building", "floor", "room", "car", "driver", "equipment"] as const)
      await tx.manager.query(`UPDATE ${table} SET deleted_at = now() WHERE id = $1`, [deletedRecords[table]]);
    await tx.manager.query("UPDATE task SET archived_at = now() WHERE id = $1", [deletedRecords.task]);
    await tx.manager.query("UPDATE app_user SET active = false WHERE id = $1", [third.id]);
  });
});

function valuesFor(field: RequestField, { oneOf }: SchemaDescription): string[] {
  const own = oneOf.filter((one) => typeof one === "string" || typeof one === "number").map(String);
  if (own.length > 0) return own;
  if (field.entity) return [idOf(mine, field.entity), idOf(other, field.entity), 999_999_999].map(String);
  if (field.type === "boolean") return ["true", "false"];
  return ["MINE", "OTHER", "nothing-like-it", "1"];
}

test("each filter changes the response", async () => {
  const same: string[] = [];
  for (const [name, endpoint] of readCalls.filter(([one]) => !ofThemselves.test(one))) {
    const fields = schemaFieldsOf(endpoint.query).filter((field) => !notFilters.test(field.name));
    const { fields: described } = endpoint.query.describe() as SchemaObjectDescription;
    // Starts at the first page: the example's cursor belongs to other data.
    const {
      before: _before,
      cursor: _cursor,
      ...base
    } = examplePayloadOf(endpoint.query, endpoint.example?.query, mine);
    const ask = async (query: Record<string, unknown>) => {
      const search = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
      const { status, body, text } = await world
        .api(world.admin)
        .get(`${pathWithRecordIds(endpoint, mine)}?${search.join("&")}`);
      if (status !== 200) return null;
      return Array.isArray(body?.data) ? JSON.stringify(body.data) : text;
    };
    for (const field of fields) {
      const { [field.name]: _, ...rest } = base;
      // Skips responses that differ between identical calls; retries, since the minute may have changed in between.
      let [without, again] = [await ask(rest), await ask(rest)];
      for (let tries = 0; tries < 2 && without !== again; tries++) [without, again] = [again, await ask(rest)];
      const isRestless = without !== again;
      const distinctAnswers = new Set([without, await ask(base)].filter((one) => one !== null));
      for (const value of valuesFor(field, described[field.name] as SchemaDescription)) {
        if (isRestless || distinctAnswers.size > 1) break;
        const answer = await ask({ ...rest, [field.name]: value });
        if (answer !== null) distinctAnswers.add(answer);
      }
      if (isRestless || distinctAnswers.size < 2) same.push(`${name}.${field.name}`);
    }
  }
  expect(same.filter((one) => !indifferent.includes(one))).toEqual([]);
});
