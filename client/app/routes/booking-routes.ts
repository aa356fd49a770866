import type { RouteObject } from "react-router-dom";
import { paths } from "../../platform/paths";
import { lazyScreen } from "../../ui/states/chunks";
import type { RouteHandle } from "../Root";

const handle = (of: RouteHandle) => of;
const bookings = () => import("../../bookings/bookings.pages");

/** Rooms and cars by time. */
export const bookingRoutes: RouteObject[] = [
  {
    path: paths.roomReservation,
    handle: handle({ title: "title.roomReservation", permission: "reservation-list" }),
    lazy: lazyScreen(bookings, "RoomReservationPage"),
  },
  {
    path: paths.carReservation,
    handle: handle({ title: "title.carReservation", permission: "reservation-list" }),
    lazy: lazyScreen(bookings, "CarReservationPage"),
  },
  {
    path: paths.equipmentReservation,
    handle: handle({ title: "title.equipmentReservation", permission: "reservation-list" }),
    lazy: lazyScreen(bookings, "EquipmentReservationPage"),
  },
  {
    path: paths.driverReservation,
    handle: handle({ title: "title.trips", permission: "reservation-list" }),
    lazy: lazyScreen(() => import("../../trips/trips.pages"), "TripsPage"),
  },
  {
    path: paths.bookingReport,
    handle: handle({ title: "title.bookingReport", permission: "reservation-approve" }),
    lazy: lazyScreen(() => import("../../analytics/booking-reports/booking-reports.pages"), "BookingReportPage"),
  },
];
