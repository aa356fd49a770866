import type { WorkerFeature } from "../../platform/features";
import { invitationSchedule } from "./invitations";

export const peopleFeature: WorkerFeature = { schedules: (context) => [invitationSchedule(context)] };
