import { tellAwayToday } from "../../server/leave/away.service";
import { userStream } from "../../shared/kernel/events";
import { consumer } from "../notifications/notifications.tell";
import type { Consumer } from "../platform/consumer";

const decisive = ["request.decided", "request.decision_undone", "request.entered", "request.cancelled"] as const;

/** Whether somebody is away today may have changed. It is told on several streams: the requester's counts. */
export const awayConsumers: readonly Consumer[] = decisive.map((type) => ({
  ...consumer(type, async (tx, { data }, stream) => {
    if (data.family === "leave" && stream === userStream(data.requester.id)) await tellAwayToday(tx, data.id);
  }),
  name: `leave.away.${type}`,
}));
