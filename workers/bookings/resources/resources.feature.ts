import type { WorkerFeature } from "../../platform/features";
import { expirySchedule } from "./expiry-reminders";

export const resourcesFeature: WorkerFeature = { schedules: (context) => [expirySchedule(context)] };
