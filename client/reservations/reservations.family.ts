import type { EventsOf } from "../../shared/requests/family-calls";
import type { ClientFamily } from "../approvals/ClientFamily";
import { paths } from "../platform/paths";

const permission = "reservation-list";

export const clientBookings: ClientFamily<EventsOf<"booking">> = {
  routes: [
    {
      path: paths.bookings,
      title: "title.bookingRequests",
      permission,
      screen: async () => (await import("./reservations.pages")).BookingRequestsPage,
    },
    {
      path: paths.booking(":mode", ":id"),
      title: { view: "title.bookingRequest" },
      permission,
      screen: async () => (await import("./reservations.pages")).BookingRequestPage,
    },
  ],
  // Among the bookings in the menu, beside the grids.
  menu: null,
  screens: async () => (await import("./reservations.screens")).bookingScreens,
  offered: async () => (await import("./OfferedCar")).OfferedCar,
  kinds: {
    sedan: "booking.carType.sedan",
    suv: "booking.carType.suv",
    van: "booking.carType.van",
    minibus: "booking.carType.minibus",
    pickup: "booking.carType.pickup",
    truck: "booking.carType.truck",
  },
  live: async () => (await import("./reservations.live")).bookingAnswers,
};
