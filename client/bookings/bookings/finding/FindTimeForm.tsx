import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Fragment, useState } from "react";
import { type CommonTime, findCommonTimes } from "../../../../shared/bookings/bookings/common-times.contract";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import { groupBy } from "../../../../shared/kernel/group-by";
import { localDayAt } from "../../../../shared/kernel/wall-clock";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useTimeSpanText } from "../../../platform/intl/useTimeSpanText";
import { ProblemError } from "../../../platform/problem-error";
import { useEndpoint } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";
import { ErrorState } from "../../../ui/states/ErrorState";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import classes from "../bookings.module.css";
import type { BookingInput } from "../form/booking-values";
import { useParticipantOptions } from "../form/useParticipantOptions";
import { CriteriaFields } from "./CriteriaFields";
import found from "./Finding.module.css";
import { commonTimesQuery, initialCriteria } from "./search-criteria";
import { FailedReads } from "../../../ui/states/FailedReads";

interface FindTimeFormProps {
  resources: readonly GridResource[];
  /** First day of the search. */
  day: string;
  /** The tenant's time zone, in which the days of the search begin and end. */
  timeZone: string;
  onBook: (input: BookingInput) => void;
}

/** Searches a time when several people and a room are free, and opens the booking form with it. */
export function FindTimeForm({ resources, day, timeZone, onBook }: FindTimeFormProps) {
  const text = useText();
  const me = useCurrentUser();
  const participantOptions = useParticipantOptions(me.id);
  const [criteria, setCriteria] = useState(() => initialCriteria(day));
  const [debouncedCriteria] = useDebouncedValue(criteria, 250);
  const search = useEndpoint(
    findCommonTimes,
    { query: commonTimesQuery(debouncedCriteria, timeZone) },
    // Keeps the choice of buildings while the next search runs.
    { enabled: debouncedCriteria.users.length > 0, staleTime: 0, placeholderData: (previous) => previous },
  );
  const fieldErrors = search.error instanceof ProblemError ? search.error.errors : undefined;
  const { users } = criteria;
  const isSearching = users.length > 0;
  const times = isSearching && !search.isPlaceholderData && !search.error ? search.data?.data.times : undefined;
  return (
    <div className={classes.fields}>
      <FailedReads reads={[participantOptions.query]} />
      <CriteriaFields
        criteria={criteria}
        participantOptions={participantOptions}
        buildings={search.data?.data.buildings ?? []}
        tools={resources.flatMap((each) => each.tools)}
        errors={fieldErrors}
        onChange={(change) => setCriteria((before) => ({ ...before, ...change }))}
      />
      {!isSearching && <p role="status">{text("booking.findTime.choose")}</p>}
      {isSearching && !times && !search.error && <SkeletonRows rows={4} height={44} />}
      {isSearching && search.error && !fieldErrors && (
        <ErrorState error={search.error} onRetry={() => void search.refetch()} retrying={search.isFetching} />
      )}
      {times && (
        <Times
          times={times}
          nameOf={(id) => (id === me.id ? text("booking.findTime.you") : nameIn(participantOptions.people, id))}
          onBook={({ room, start_date, end_date }) =>
            onBook({
              resourceId: room?.id ?? null,
              from: Date.parse(start_date),
              until: Date.parse(end_date),
              bookingId: null,
              booking: null,
              isChosenInGrid: true,
              participants: users.map(Number),
            })
          }
        />
      )}
    </div>
  );
}

const nameIn = (people: readonly { id: number; label: string }[], id: number): string =>
  people.find((person) => person.id === id)?.label ?? "";

interface TimesProps {
  times: readonly CommonTime[];
  nameOf: (id: number) => string;
  onBook: (time: CommonTime) => void;
}

function Times({ times, nameOf, onBook }: TimesProps) {
  const text = useText();
  const format = useFormat();
  const when = useTimeSpanText();
  const [first] = times;
  if (!first) return <p role="status">{text("booking.findTime.none")}</p>;
  const isNearest = first.missing.length > 0 || first.room === null;
  const byDay = groupBy(times, ({ start_date, time_zone }) => localDayAt(Date.parse(start_date), time_zone));
  const timeOf = ({ start_date, end_date, time_zone }: CommonTime, withDay: boolean) =>
    when(start_date, end_date, time_zone, { withDay, named: false });
  const missingText = ({ missing }: CommonTime) =>
    missing.length > 0 &&
    text("booking.findTime.missing", {
      people: format.list(missing.map(({ id, state }) => `${nameOf(id)} (${text(`booking.people.${state}`)})`)),
    });
  return (
    <section aria-label={text("booking.findTime.times")}>
      <p role="status">
        {isNearest ? text("booking.findTime.nearest") : text("booking.findTime.count", { count: times.length })}
      </p>
      {[...byDay].map(([day, ofDay]) => (
        <Fragment key={day}>
          <h3 className={found.day}>{format.day(day, "long")}</h3>
          <ul className={found.offers}>
            {ofDay.map((time) => (
              <li key={time.start_date} data-off={isNearest || undefined}>
                <span>
                  <b>{timeOf(time, false)}</b>
                  <small>
                    {[
                      time.room ? time.room.name : text("booking.findTime.noRoom"),
                      time.room && [time.room.building, time.room.floor].join(", "),
                      time.room?.capacity != null && text("booking.seats", { count: time.room.capacity }),
                      time.room?.needs_approval && text("booking.needsApproval"),
                      missingText(time),
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </small>
                </span>
                {time.room && (
                  <Button
                    size="xs"
                    variant={isNearest ? "default" : "filled"}
                    aria-label={text("booking.findTime.book", { name: time.room.name, when: timeOf(time, true) })}
                    onClick={() => onBook(time)}
                  >
                    {text("booking.book")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </section>
  );
}
