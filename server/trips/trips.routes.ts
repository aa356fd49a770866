import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/trips/trips.contract";
import type { TripPhoto } from "../../shared/trips/trips.contract";
import { attachmentRules, checkUpload, keepUpload, type UploadRules } from "../files/files.service";
import { replayOrRun } from "../platform/http/idempotency";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import * as service from "./trips.service";

const photoRules: UploadRules = { ...attachmentRules, types: ["image/jpeg", "image/png"], message: "file.photoType" };

interface Added {
  message: string;
  data: TripPhoto;
}

export function registerTripsRoutes(app: FastifyInstance): void {
  serve(app, contract.listTrips, ({ tx, actor, query }) => service.trips(tx, actor, query));
  serve(app, contract.startTrip, async ({ tx, actor, params, body, text }) => ({
    message: text("trip.started"),
    data: await service.startTrip(tx, actor, params.id, body.mileage),
  }));
  serve(app, contract.endTrip, async ({ tx, actor, params, body, text }) => ({
    message: text("trip.ended"),
    data: await service.endTrip(tx, actor, params.id, body),
  }));
  serve(app, contract.noteTrip, async ({ tx, actor, params, body, text }) => ({
    message: text("trip.noted"),
    data: await service.noteTrip(tx, actor, params.id, body.note ?? null),
  }));
  // May they, keep the bytes, then the row: while the store is busy no connection is held.
  serveInSteps(app, contract.addTripPhoto, async ({ unit, actor, params, text, request }) => {
    await unit((tx) => service.authorizeTrip(tx, actor, params.id));
    const sent = request.uploads?.find(({ field }) => field === "file");
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, photoRules);
    return keepUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Added>(tx, request, actor.id, contract.addTripPhoto.status, async () => {
        const data = await service.addPhoto(tx, actor, params.id, keep);
        return { message: text("trip.noted"), data };
      });
      return answer as Added;
    });
  });
  serve(app, contract.removeTripPhoto, async ({ tx, actor, params, text }) => {
    await service.removePhoto(tx, actor, params.id, params.photo_id);
    return { message: text("trip.noted"), id: params.photo_id };
  });
}
