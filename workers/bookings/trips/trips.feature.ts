import type { WorkerFeature } from "../../platform/features";
import { notifyOfTripsOnLeave } from "../../../server/bookings/trips/trips-on-leave.service";
import { userStream } from "../../../shared/kernel/events";
import { notifyingConsumer } from "../../communication/notifications/notifications.notify";
import type { Consumer } from "../../platform/consumer";

/**
 * Reports trips that fall into the approved leave of their driver. The events are on the streams of several users; only the event on the
 * requester's stream is handled.
 */
export const driverConsumers: readonly Consumer[] = [
  notifyingConsumer("request.decided", async (tx, { id, data }, stream) => {
    if (data.family !== "leave" || data.decision !== "approved" || stream !== userStream(data.requester.id)) return;
    await notifyOfTripsOnLeave(tx, id, data.id);
  }),
  notifyingConsumer("request.entered", async (tx, { id, data }, stream) => {
    if (data.family !== "leave" || stream !== userStream(data.requester.id)) return;
    await notifyOfTripsOnLeave(tx, id, data.id);
  }),
].map((each) => ({ ...each, name: `drivers.${each.events.join()}` }));

export const tripsFeature: WorkerFeature = { consumers: driverConsumers };
