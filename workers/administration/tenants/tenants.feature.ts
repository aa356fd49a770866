import type { WorkerFeature } from "../../platform/features";
import { closingSchedule } from "./closing";

export const tenantsFeature: WorkerFeature = { schedules: (context) => [closingSchedule(context)] };
