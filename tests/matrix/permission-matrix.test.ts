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
 * hidden fields and refusals are also compared with kept-answers/states-*.txt, which shows errors common to flags and calls.
 */
const server = testServer();
beforeAll(() => spreadIdSequences(server.owner));

const subjects: [string, (world: World) => Promise<MatrixSubject>][] = [
  ["leave", leaveSubject],
  ["a leave type", leaveTypeSubject],
  ["finance", financeSubject],
  ["a form request", formRequestSubject],
  ["a form", formSubject],
  ["a project", projectSubject],
  ["a booking", bookingSubject],
  ["a delegation", delegationSubject],
  ["a task", taskSubject],
  ["a comment", commentSubject],
  ["a time sheet row", timeSheetRowSubject],
  ["a time entry", timeEntrySubject],
];

test.each(subjects)(
  "the permission flags of %s match what its calls allow",
  async (name, subject) => {
    const kept = new Map<string, string>();
    expect(await findWrongPermissions(await subject(await server.world()), kept)).toEqual([]);
    expect(compareWithSnapshot(`states-${name.replaceAll(" ", "-")}`, kept)).toEqual([]);
  },
  240_000,
);
