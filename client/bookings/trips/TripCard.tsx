import { Button } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import type { Trip } from "../../../shared/bookings/trips/trips.contract";
import { useTimeSpanText } from "../../platform/intl/useTimeSpanText";
import { useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { useCurrentUser } from "../../platform/session";
import classes from "./trips.module.css";
import { tripStatusOf } from "./trips.time";
import { phoneLink } from "../../../shared/kernel/contact-links";

interface TripCardProps {
  trip: Trip;
  withDriver: boolean;
  onOpen: () => void;
}

export function TripCard({ trip, withDriver, onOpen }: TripCardProps) {
  const text = useText();
  const words = useTripText();
  const status = tripStatusOf(trip, useNow());
  const { can, car, driver, log } = trip;
  const action = can.start
    ? "trip.start"
    : can.end
      ? "trip.end"
      : log
        ? can.note
          ? "trip.details"
          : "trip.log"
        : null;
  return (
    <article className={classes.card} data-status={status}>
      <div className={classes.top}>
        <b>{words.time(trip)}</b>
        <span className={classes.status} data-status={status}>
          {text(`trip.status.${status}`)}
        </span>
      </div>
      <h3>
        <bdi>{trip.title ?? text("trip.private")}</bdi>
      </h3>
      {words.way(trip) && <p>{words.way(trip)}</p>}
      <p className={classes.car}>
        {car.image && <img src={car.image} alt="" loading="lazy" />}
        <span>
          <bdi>{car.name}</bdi> <bdi className={classes.plate}>{car.plate_number}</bdi>
        </span>
      </p>
      <p className={classes.quiet}>{words.people(trip, withDriver)}</p>
      {log && <p className={classes.quiet}>{words.driven(log)}</p>}
      <div className={classes.actions}>
        {withDriver && driver?.phone_number && status !== "done" && (
          <Button
            component="a"
            href={phoneLink(driver.phone_number)}
            variant="subtle"
            color="gray"
            leftSection={<IconPhone size={16} stroke={1.75} aria-hidden />}
            aria-label={text("trip.call", { name: driver.fullname })}
          >
            <bdi dir="ltr">{driver.phone_number}</bdi>
          </Button>
        )}
        {action && (
          <Button
            className={classes.action}
            variant={can.start || can.end ? "filled" : "default"}
            aria-label={`${text(action)}: ${trip.title ?? text("trip.private")}`}
            onClick={onOpen}
          >
            {text(action)}
          </Button>
        )}
      </div>
    </article>
  );
}

export function useTripText() {
  const text = useText();
  const when = useTimeSpanText();
  const me = useCurrentUser();
  return {
    // Cars use the tenant's time zone.
    time: ({ start_date, end_date }: Trip) =>
      when(start_date, end_date, me.tenant.time_zone, { style: "long", named: false }),
    way: ({ from_place: from, to_place: to }: Trip) =>
      from && to ? text("trip.way", { from, to }) : (to ?? from ?? null),
    people: ({ driver, requester }: Trip, withDriver: boolean) =>
      [
        requester && requester.id !== me.id ? `${text("trip.for")} ${requester.fullname}` : null,
        driver ? withDriver && `${text("trip.driver")}: ${driver.fullname}` : text("trip.ownDriving"),
      ]
        .filter(Boolean)
        .join(" · "),
    driven: (log: NonNullable<Trip["log"]>) =>
      log.end_km === null
        ? text("trip.km.since", { km: log.start_km })
        : [
            text("trip.km", { km: log.end_km - log.start_km }),
            text("trip.km.span", { from: log.start_km, until: log.end_km }),
            ...(log.fuel_litres === null ? [] : [text("trip.fuel.litres", { litres: log.fuel_litres })]),
          ].join(" · "),
  };
}
