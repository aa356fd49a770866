import type { DepartmentEvents } from "../../../shared/departments/departments.events";
import { listDepartments, selectDepartments, singleDepartment } from "../../../shared/departments/departments.contract";
import { legacyUsers } from "../../../shared/people/people.contract";
import { listPositions, selectPositions, singlePosition } from "../../../shared/positions/positions.contract";
import type { PositionEvents } from "../../../shared/positions/positions.events";
import { editableProject, projectChoices, singleProject } from "../../../shared/projects/projects.contract";
import { keyOf } from "../query";
import type { Cache } from "./live-queries";

/** Departments are named in lists of themselves, by projects, and by positions' people. */
const departments = (_: unknown, cache: Cache) => {
  for (const read of [listDepartments, singleDepartment, selectDepartments]) cache.now(keyOf(read));
  for (const read of [projectChoices, singleProject, editableProject, singlePosition]) cache.touch(keyOf(read));
};

/** Positions stand below everybody's name. */
const positions = (_: unknown, cache: Cache) => {
  for (const read of [listPositions, singlePosition, selectPositions]) cache.now(keyOf(read));
  for (const read of [legacyUsers, singleDepartment]) cache.touch(keyOf(read));
};

/** How many people a department or a position has, and who leads it. */
export const countsOfPeople = (cache: Cache) => {
  for (const read of [listDepartments, singleDepartment, listPositions, singlePosition]) cache.now(keyOf(read));
};

export const organisationQueries = {
  "department.created": departments,
  "department.updated": departments,
  "department.deleted": departments,
  "position.created": positions,
  "position.updated": positions,
  "position.deleted": positions,
} satisfies Record<keyof (DepartmentEvents & PositionEvents), unknown>;
