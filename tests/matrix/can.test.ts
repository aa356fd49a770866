import { testServer } from "../support/server";
import type { World } from "../support/world";
import { lies, type Subject } from "./can";
import { booking } from "./can.bookings";
import { finance, form, formRequest, leave, leaveType } from "./can.requests";
import { delegation, project } from "./can.projects";
import { comparedWith } from "./kept";
import { spreadNumbers } from "./numbers";
import { comment, sheetRow, task, timeEntry } from "./can.work";

/**
 * What `can` says, asked of the call of that name: for each record, in each state, for each reader. What is false is
 * asked first, on one record that must stay as it is; what is true on a record of its own, since it changes it. What each of them
 * sees, and which refusal each gets, stands a second time in kept-answers/states-*.txt: where both sides err alike it is seen there.
 */
const server = testServer();
beforeAll(() => spreadNumbers(server.owner));

const subjects: [string, (world: World) => Promise<Subject>][] = [
  ["leave", leave],
  ["a kind of leave", leaveType],
  ["finance", finance],
  ["a form that was sent", formRequest],
  ["a form", form],
  ["a project", project],
  ["a booking", booking],
  ["a delegation", delegation],
  ["a task", task],
  ["a comment", comment],
  ["a row of the time sheet", sheetRow],
  ["a time entry", timeEntry],
];

test.each(subjects)(
  "what %s says that one can do is what one can do",
  async (name, subject) => {
    const kept = new Map<string, string>();
    expect(await lies(await subject(await server.world()), kept)).toEqual([]);
    expect(comparedWith(`states-${name.replaceAll(" ", "-")}`, kept)).toEqual([]);
  },
  240_000,
);
