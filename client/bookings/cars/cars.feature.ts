import { IconCar } from "@tabler/icons-react";
import { reservationSettingsMenu } from "../resources/bookings.menu";
import { defineFeature, pagesIn } from "../../platform/feature/feature";

export const carsFeature = defineFeature({
  searches: {
    car: { icon: IconCar, group: "people", href: ({ title }) => `/cars?q=${encodeURIComponent(title)}` },
  },
  pages: pagesIn(() => import("./CarsPage"), {
    CarsPage: { path: "/cars", title: "title.cars", permission: "car-list" },
  }),
  menu: [{ label: "menu.cars", to: "/cars", in: reservationSettingsMenu, order: 3, permission: "car-list" }],
});
