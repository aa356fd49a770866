import type { WorkerFeature } from "../../platform/features";
import { allowanceSchedule } from "./allowances";
import { absenceConsumers, leaveConsumers } from "./leave.consumers";
import { standInSchedule } from "./stand-ins";

export const leaveFeature: WorkerFeature = {
  consumers: [...leaveConsumers, ...absenceConsumers],
  schedules: (context) => [allowanceSchedule(context), standInSchedule(context)],
};
