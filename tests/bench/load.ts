import { loadJobs } from "./load-jobs";
import type { JobOrder } from "./jobs";

process.on("message", (order: JobOrder) => {
  loadJobs[order.name](order.site, order.input as never).then(
    (output) => process.send?.({ output }),
    (error: Error) => process.send?.({ error: error.stack ?? error.message }),
  );
});
process.send?.("ready");
// Exits with the benchmark process: a leftover generator would put load on the next run.
process.on("disconnect", () => process.exit());
