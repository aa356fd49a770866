import { delegationConsumers } from "./approvals/delegations";
import { waitingConsumers } from "./approvals/waiting";
import { financeConsumers } from "./finance/finance.consumers";
import { awayConsumers } from "./leave/away.consumers";
import { leaveConsumers } from "./leave/leave.consumers";
import { newsConsumers } from "./news/news.consumers";
import { notificationConsumers } from "./notifications/notifications.consumers";
import { driverConsumers } from "./places/drivers-leave";
import type { Consumer } from "./platform/consumer";

/** Those that do all of their work in the transaction of the event. */
export const consumers: readonly Consumer[] = [
  ...notificationConsumers,
  ...leaveConsumers,
  ...awayConsumers,
  ...financeConsumers,
  ...delegationConsumers,
  ...waitingConsumers,
  ...newsConsumers,
  ...driverConsumers,
];
