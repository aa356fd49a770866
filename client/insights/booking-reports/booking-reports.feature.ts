import { bookingMenu } from "../../bookings/resources/bookings.menu";
import { defineFeature, pagesIn } from "../../platform/feature/feature";

export const bookingReportsFeature = defineFeature({
  pages: pagesIn(() => import("./booking-reports.pages"), {
    BookingReportPage: { path: "/reservation-report", title: "title.bookingReport", permission: "reservation-approve" },
  }),
  menu: [
    {
      label: "menu.bookingReport",
      to: "/reservation-report",
      in: bookingMenu,
      order: 5,
      permission: "reservation-approve",
    },
  ],
});
