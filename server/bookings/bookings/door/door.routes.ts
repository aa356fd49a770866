import type { FastifyInstance } from "fastify";
import * as contract from "../../../../shared/bookings/bookings/door.contract";
import { serveEndpoint, servePublicEndpoint } from "../../../platform/http/serve/serve";
import * as door from "./door.service";

export function registerDoorRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readDoorScreen, async ({ tx, params }) => ({
    data: await door.readDoorScreenDates(tx, params.id),
  }));
  serveEndpoint(app, contract.createDoorScreen, async ({ tx, actor, params }) => ({
    data: await door.createDoorScreen(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.deleteDoorScreen, async ({ tx, params, text }) => {
    await door.deleteDoorScreen(tx, params.id);
    return { message: text("booking.doorRemoved"), id: params.id };
  });
  servePublicEndpoint(app, contract.readDoor, async ({ tx, params, query }) => ({
    data: await door.readDoor(tx, params.id, query.key),
  }));
  servePublicEndpoint(app, contract.bookAtDoor, async ({ tx, params, body, text }) => ({
    data: await door.bookRoomAtDoor(tx, params.id, body.key, body.minutes, text("booking.atDoor")),
  }));
  servePublicEndpoint(app, contract.checkInAtDoor, async ({ tx, params, body }) => ({
    data: await door.checkInAtDoor(tx, params.id, body),
  }));
  servePublicEndpoint(app, contract.endAtDoor, async ({ tx, params, body }) => ({
    data: await door.endBookingAtDoor(tx, params.id, body),
  }));
}
