import type { EmployeeParts } from "../people/people.slots";
import { SchedulesPanel } from "./SchedulesPanel";

export const scheduleParts: Partial<EmployeeParts> = {
  panels: [{ place: "below", Panel: ({ employee }) => <SchedulesPanel id={employee.id} /> }],
};
