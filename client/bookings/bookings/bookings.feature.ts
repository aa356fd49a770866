import { roomParts } from "../rooms/rooms.slots";
import { lazyScreenPart } from "../../ui/states/chunks";
import { IconCalendarEvent, IconCar, IconDoor } from "@tabler/icons-react";
import { clientFamilies } from "../../approvals/approvals/client-families";
import { bookingMenu } from "../resources/bookings.menu";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import type { MessageId } from "../../platform/intl/catalogues";
import { paths } from "../../platform/paths";
import { workSections } from "../../work/my-work/my-work.slots";

const permission = "reservation-list";

const RoomLinks = lazyScreenPart(async () => (await import("./RoomLinks")).RoomLinks);

export const bookingsFeature = defineFeature({
  searches: {
    booking: {
      icon: IconCalendarEvent,
      group: "requests",
      href: ({ id, type, day }) => `${paths.reservation(type ?? "room")}?day=${day ?? ""}&booking=${id}`,
      stateText: (state) => `reservation.status.${state}` as MessageId,
    },
  },
  pages: [
    ...pagesIn(() => import("./bookings.pages"), {
      RoomBookingPage: {
        path: paths.roomReservation,
        title: "title.roomReservation",
        permission,
      },
      CarBookingPage: { path: paths.carReservation, title: "title.carReservation", permission },
      EquipmentBookingPage: {
        path: "/equipment-reservation",
        title: "title.equipmentReservation",
        permission,
      },
    }),
    ...pagesIn(() => import("./approval/booking-requests.pages"), {
      BookingRequestsPage: { path: "/bookings/list", title: "title.bookingRequests", permission },
      BookingRequestPage: { path: paths.booking(":mode", ":id"), title: { view: "title.bookingRequest" }, permission },
    }),
    ...pagesIn(() => import("./invitation/invitation.pages"), {
      InvitationPage: { path: "/invitation", title: "title.invitation", layout: "blank" },
    }),
    ...pagesIn(() => import("./door/door.pages"), {
      DoorPage: { path: "/room/:id/door", title: "title.door", layout: "blank" },
    }),
  ],
  menu: [
    {
      label: "menu.roomReservation",
      to: paths.roomReservation,
      goKey: "b",
      in: bookingMenu,
      order: 1,
      permission,
    },
    {
      label: "menu.carReservation",
      to: paths.carReservation,
      goKey: "c",
      in: bookingMenu,
      order: 2,
      permission,
    },
    {
      label: "menu.equipmentReservation",
      to: "/equipment-reservation",
      in: bookingMenu,
      order: 3,
      permission,
    },
    { label: "menu.bookingRequests", to: "/bookings/list", in: bookingMenu, order: 4, permission },
  ],
  creates: [
    {
      label: "booking.bookRoom",
      icon: IconDoor,
      to: `${paths.roomReservation}?book=1`,
      permission: "reservation-create",
    },
    { label: "booking.bookCar", icon: IconCar, to: `${paths.carReservation}?book=1`, permission: "reservation-create" },
  ],
  live: async () => ({
    ...(await import("./bookings.live")).bookingsLive,
    ...(await import("./approval/booking-requests.live")).bookingRequestsLive,
  }),
  fills: [
    roomParts.fill({ Part: RoomLinks }),
    workSections.fill({ load: async () => (await import("./WorkBookings")).workBookings }),
    clientFamilies.fill({
      code: "booking",
      screens: async () => (await import("./approval/booking-requests.screens")).bookingScreens,
      calls: async () => (await import("../../../shared/bookings/bookings/approval/bookings.calls")).bookingCalls,
      offered: async () => (await import("./approval/OfferedCar")).OfferedCar,
      kinds: {
        sedan: "booking.carType.sedan",
        suv: "booking.carType.suv",
        van: "booking.carType.van",
        minibus: "booking.carType.minibus",
        pickup: "booking.carType.pickup",
        truck: "booking.carType.truck",
      },
    }),
  ],
});
