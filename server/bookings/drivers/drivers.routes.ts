import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/bookings/drivers/drivers.contract";
import { serveResources } from "../resources/resource-routes";
import { driverService } from "./drivers.service";

export function registerDriversRoutes(app: FastifyInstance): void {
  serveResources(app, driverService, {
    list: contract.listDrivers,
    single: contract.readDriver,
    create: contract.createDriver,
    update: contract.updateDriver,
    remove: contract.deleteDriver,
    restore: contract.restoreDriver,
  });
}
