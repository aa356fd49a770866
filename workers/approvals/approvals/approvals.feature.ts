import type { WorkerFeature } from "../../platform/features";
import { publishDecisions } from "./decisions";
import { delegationConsumers, delegationSchedule } from "./delegations";
import { requestConsumers } from "./request.consumers";
import { waitingConsumers, waitingSchedule } from "./waiting";

export const approvalsFeature: WorkerFeature = {
  consumers: [...requestConsumers, ...delegationConsumers, ...waitingConsumers],
  schedules: (context) => [delegationSchedule(context), waitingSchedule(context)],
  loops: (context) => [{ name: "decisions", everyMs: 1_000, run: async () => void (await publishDecisions(context)) }],
};
