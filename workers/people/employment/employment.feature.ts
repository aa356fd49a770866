import type { WorkerFeature } from "../../platform/features";
import { employmentSchedule } from "./employment-changes";

export const employmentFeature: WorkerFeature = { schedules: (context) => [employmentSchedule(context)] };
