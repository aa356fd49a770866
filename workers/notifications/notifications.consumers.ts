import type { Consumer } from "../platform/consumer";
import { commentConsumers } from "./comment.consumers";
import { partConsumers } from "./part.consumers";
import { projectConsumers } from "./project.consumers";
import { requestConsumers } from "./request.consumers";
import { taskConsumers } from "./task.consumers";
import { bookingConsumers } from "./booking.consumers";
import { weekConsumers } from "./week.consumers";

/** Tells people what concerns them. Who it may concern is decided here; who may know of it, by the project's policy. */
export const notificationConsumers: readonly Consumer[] = [
  ...taskConsumers,
  ...commentConsumers,
  ...partConsumers,
  ...projectConsumers,
  ...weekConsumers,
  ...bookingConsumers,
  ...requestConsumers,
];
