import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/cars/cars.contract";
import { carTypes } from "../../shared/cars/cars.schema";
import { serveChanges } from "../places/record-calls.service";
import { removePhoto, uploadPhoto } from "../places/photos.service";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import { cars } from "./cars.service";

export function registerCarsRoutes(app: FastifyInstance): void {
  serve(app, contract.listCars, ({ tx, actor, query }) => cars.list(tx, actor, query, [query.type ?? null]));
  serve(app, contract.carTypeChoices, async ({ text }) => {
    const named = carTypes.map((type) => ({ type, name: text(`car.type.${type}`) }));
    return {
      carTypesWeb: named.map(({ type, name }) => ({ value: type, label: name })),
      carTypesMobile: named.map(({ type, name }) => ({ id: type, name })),
    };
  });
  serveInSteps(app, contract.uploadCarPhoto, async (call) => {
    const data = await uploadPhoto(app, call, "car", call.params.id, cars);
    return { message: call.text("people.pictureSaved"), data };
  });
  serve(app, contract.removeCarPhoto, async ({ tx, actor, params, text }) => {
    const data = await removePhoto(tx, actor, "car", params.id, cars);
    return { message: text("organisation.saved", { name: data.name }), data };
  });
  serveChanges(app, cars, {
    create: contract.createCar,
    update: contract.updateCar,
    remove: contract.deleteCar,
    restore: contract.restoreCar,
  });
}
