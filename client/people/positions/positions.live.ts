import { singleDepartment } from "../../../shared/people/departments/departments.contract";
import type { DepartmentEvents } from "../../../shared/people/departments/departments.events";
import { listPositions, selectPositions, singlePosition } from "../../../shared/people/positions/positions.contract";
import type { PositionEvents } from "../../../shared/people/positions/positions.events";
import { type LiveUpdates, recordUpdates } from "../../platform/live/live-updates";

export const positionsLive: LiveUpdates<PositionEvents, DepartmentEvents> = {
  // Departments show their members' positions, and positions show their holders' departments.
  ...recordUpdates("position", [listPositions, singlePosition, selectPositions], [singleDepartment]),
  ...recordUpdates("department", [], [singlePosition]),
};
