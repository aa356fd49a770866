import type { WorkerFeature } from "../../platform/features";
import { applyPayments, paymentSchedules } from "./payments";

export const subscriptionFeature: WorkerFeature = {
  schedules: paymentSchedules,
  loops: (context) => [{ name: "payments", everyMs: 1_000, run: async () => void (await applyPayments(context)) }],
};
