import { defineFeature } from "../../kernel/feature";
import * as bookingReports from "./booking-reports.contract";

export const bookingReportsFeature = defineFeature({
  contracts: { bookingReports },
});
