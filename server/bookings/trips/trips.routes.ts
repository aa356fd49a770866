import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/bookings/trips/trips.contract";
import type { TripPhoto } from "../../../shared/bookings/trips/trips.contract";
import { attachmentRules, checkUpload, storeUpload, type UploadRules } from "../../platform/files/files.service";
import { replayOrRun } from "../../platform/http/idempotency";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import * as service from "./trips.service";

const photoRules: UploadRules = { ...attachmentRules, types: ["image/jpeg", "image/png"], message: "file.photoType" };

interface Added {
  message: string;
  data: TripPhoto;
}

export function registerTripsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listTrips, ({ tx, actor, query }) => service.readTrips(tx, actor, query));
  serveEndpoint(app, contract.readTrip, async ({ tx, actor, params }) => ({
    data: await service.readTrip(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.startTrip, async ({ tx, actor, params, body, text }) => ({
    message: text("trip.started"),
    data: await service.startTrip(tx, actor, params.id, body.mileage),
  }));
  serveEndpoint(app, contract.endTrip, async ({ tx, actor, params, body, text }) => ({
    message: text("trip.ended"),
    data: await service.endTrip(tx, actor, params.id, body),
  }));
  serveEndpoint(app, contract.noteTrip, async ({ tx, actor, params, body, text }) => ({
    message: text("trip.noted"),
    data: await service.updateTripNote(tx, actor, params.id, body),
  }));
  // Checks access, stores the bytes, then inserts the row, so that no connection is held while storing.
  serveMultiTransaction(app, contract.addTripPhoto, async ({ unit, actor, params, text, request }) => {
    await unit((tx) => service.authorizeTrip(tx, actor, params.id));
    const sent = request.uploads?.find(({ field }) => field === "file");
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, photoRules);
    return storeUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Added>(tx, request, actor.id, contract.addTripPhoto.status, async () => {
        const data = await service.storeTripPhoto(tx, actor, params.id, keep);
        return { message: text("trip.noted"), data };
      });
      return answer as Added;
    });
  });
  serveEndpoint(app, contract.removeTripPhoto, async ({ tx, actor, params, text }) => {
    await service.deleteTripPhoto(tx, actor, params.id, params.photo_id);
    return { message: text("trip.noted"), id: params.photo_id };
  });
}
