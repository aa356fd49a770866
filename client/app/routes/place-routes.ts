import type { RouteObject } from "react-router-dom";
import { paths } from "../../platform/paths";
import { lazyScreen } from "../../ui/states/chunks";
import type { RouteHandle } from "../Root";

const handle = (of: RouteHandle) => of;

/** What can be booked: rooms with their buildings and floors, cars and who drives them. */
export const placeRoutes: RouteObject[] = [
  {
    path: paths.rooms,
    handle: handle({ title: "title.rooms", permission: "room-list" }),
    lazy: lazyScreen(() => import("../../places/RoomsPage"), "RoomsPage"),
  },
  {
    path: paths.buildings,
    handle: handle({ title: "title.buildings", permission: "building-list" }),
    lazy: lazyScreen(() => import("../../places/BuildingsPage"), "BuildingsPage"),
  },
  {
    path: paths.floors,
    handle: handle({ title: "title.floors", permission: "building-view" }),
    lazy: lazyScreen(() => import("../../places/FloorsPage"), "FloorsPage"),
  },
  {
    path: paths.equipment,
    handle: handle({ title: "title.equipments", permission: "room-list" }),
    lazy: lazyScreen(() => import("../../equipment/EquipmentPage"), "EquipmentPage"),
  },
  {
    path: paths.cars,
    handle: handle({ title: "title.cars", permission: "car-list" }),
    lazy: lazyScreen(() => import("../../cars/CarsPage"), "CarsPage"),
  },
  {
    path: `${paths.driver(":mode")}/:id?`,
    handle: handle({ title: "title.drivers", permission: "driver-list" }),
    lazy: lazyScreen(() => import("../../drivers/DriversPage"), "DriversPage"),
  },
];
