import { everything } from "./load-jobs";
import type { Order } from "./jobs";

/** The load generator's process: takes one order after the other. */
process.on("message", (order: Order) => {
  everything[order.name](order.site, order.input as never).then(
    (output) => process.send?.({ output }),
    (error: Error) => process.send?.({ error: error.stack ?? error.message }),
  );
});
process.send?.("ready");
// A benchmark that fails takes its generators along: they would go on calling beside the next one.
process.on("disconnect", () => process.exit());
