import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/bookings/cars/cars.contract";
import { carTypes } from "../../../shared/bookings/cars/cars.schema";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { servePhotos, serveResources } from "../resources/resource-routes";
import { carService } from "./cars.service";

export function registerCarsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listCars, ({ tx, actor, query }) =>
    carService.list(tx, actor, query, [query.type ?? null]),
  );
  serveEndpoint(app, contract.listCarTypeChoices, async ({ text }) => {
    const choices = carTypes.map((type) => ({ type, name: text(`car.type.${type}`) }));
    return {
      carTypesWeb: choices.map(({ type, name }) => ({ value: type, label: name })),
      carTypesMobile: choices.map(({ type, name }) => ({ id: type, name })),
    };
  });
  serveResources(app, carService, {
    create: contract.createCar,
    update: contract.updateCar,
    remove: contract.deleteCar,
    restore: contract.restoreCar,
  });
  servePhotos(app, "car", carService, { upload: contract.uploadCarPhoto, remove: contract.removeCarPhoto });
}
