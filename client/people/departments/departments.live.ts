import {
  listDepartments,
  selectDepartments,
  singleDepartment,
} from "../../../shared/people/departments/departments.contract";
import type { DepartmentEvents } from "../../../shared/people/departments/departments.events";
import { editableProject, listProjectChoices, readProject } from "../../../shared/work/projects/projects.contract";
import { type LiveUpdates, recordUpdates } from "../../platform/live/live-updates";

export const departmentsLive: LiveUpdates<DepartmentEvents> = recordUpdates(
  "department",
  [listDepartments, singleDepartment, selectDepartments],
  [listProjectChoices, readProject, editableProject],
);
