interface ServicePeriod {
  service_from: string | null;
  service_to: string | null;
}

/** A period of which only one day is known is that day. */
export const servicePeriodOf = (from: string | null, to: string | null): ServicePeriod => ({
  service_from: from ?? to,
  service_to: to ?? from,
});
