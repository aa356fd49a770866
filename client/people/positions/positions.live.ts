import { singleDepartment } from "../../../shared/people/departments/departments.contract";
import type { DepartmentEvents } from "../../../shared/people/departments/departments.events";
import { listPositions, selectPositions, singlePosition } from "../../../shared/people/positions/positions.contract";
import type { PositionEvents } from "../../../shared/people/positions/positions.events";
import { type LiveUpdates, recordUpdates } from "../../platform/live/live-updates";

export const positionsLive: LiveUpdates<PositionEvents, DepartmentEvents> = {
  // Departments show the positions of their members, and positions the departments of the people who have them.
  ...recordUpdates("position", [listPositions, singlePosition, selectPositions], [singleDepartment]),
  ...recordUpdates("department", [], [singlePosition]),
};
