import { defineFamily } from "../requests/define-family";

/** Bookings that somebody decides: cars, and rooms without auto approve. */
export const bookingFamily = defineFamily({
  code: "booking",
  feature: null,
  folder: "bookings",
  area: "bookings",
  permissions: {
    ask: "reservation-create",
    list: "reservation-list",
    approve: ["reservation-approve"],
    seeAll: ["reservation-all"],
    makeRules: [],
    others: [],
  },
  // Whoever decides bookings may change those of others as well.
  seededFor: null,
  sentAs: "pending",
  amount: "hours",
  cost: true,
  paid: false,
  notifications: {},
});
