import { testServer } from "../support/server";
import type { World } from "../support/world";
import { findWrongPermissions, type MatrixSubject } from "./permission-matrix";
import { bookingSubject } from "./permission-matrix.bookings";
import {
  financeSubject,
  formSubject,
  formRequestSubject,
  leaveSubject,
  leaveTypeSubject,
} from "./permission-matrix.requests";
import { delegationSubject, projectSubject } from "./permission-matrix.projects";
import { compareWithSnapshot } from "./snapshots";
import { spreadIdSequences } from "./numbers";
import { commentSubject, timeSheetRowSubject, taskSubject, timeEntrySubject } from "./permission-matrix.work";

/**
 * Compares the `can` flags of each record, in each state and for each reader, with the outcome of the calls of the same name. Calls with a
 * false flag run first, on one record that must stay unchanged; each call with a true flag runs on a new record. The status of each state,
 * hidden fields and refusals are also compared with the features' expected/states-*.txt, which shows errors common to flags and calls.
 */
const server = testServer();
beforeAll(() => spreadIdSequences(server.owner));

const subjects: [name: string, folder: string, subject: (world: World) => Promise<MatrixSubject>][] = [
  ["leave", "requests/leave", leaveSubject],
  ["a leave type", "requests/leave", leaveTypeSubject],
  ["finance", "requests/finance", financeSubject],
  ["a form request", "requests/forms", formRequestSubject],
  ["a form", "requests/forms", formSubject],
  ["a project", "work/projects", projectSubject],
  ["a booking", "bookings/bookings", bookingSubject],
  ["a delegation", "approvals/approvals", delegationSubject],
  ["a task", "work/tasks", taskSubject],
  ["a comment", "work/comments", commentSubject],
  ["a time sheet row", "work/time", timeSheetRowSubject],
  ["a time entry", "work/time", timeEntrySubject],
];

test.each(subjects)(
  "the permission flags of %s match what its calls allow",
  async (name, folder, subject) => {
    const facts = new Map<string, string>();
    expect(await findWrongPermissions(await subject(await server.world()), facts)).toEqual([]);
    expect(compareWithSnapshot(`states-${name.replaceAll(" ", "-")}`, facts, () => folder)).toEqual([]);
  },
  240_000,
);
