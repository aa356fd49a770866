import { tellOfTripsOnLeave } from "../../server/drivers/drivers-leave.service";
import { userStream } from "../../shared/kernel/events";
import { consumer } from "../notifications/notifications.tell";
import type { Consumer } from "../platform/consumer";

/** Leave that was approved, or entered, may be a driver's. It is told on several streams: the requester's counts. */
export const driverConsumers: readonly Consumer[] = [
  consumer("request.decided", async (tx, { id, data }, stream) => {
    if (data.family !== "leave" || data.decision !== "approved" || stream !== userStream(data.requester.id)) return;
    await tellOfTripsOnLeave(tx, id, data.id);
  }),
  consumer("request.entered", async (tx, { id, data }, stream) => {
    if (data.family !== "leave" || stream !== userStream(data.requester.id)) return;
    await tellOfTripsOnLeave(tx, id, data.id);
  }),
].map((each) => ({ ...each, name: `drivers.${each.events.join()}` }));
