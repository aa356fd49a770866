import { Button, MultiSelect, Select, Switch } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Fragment, useState } from "react";
import {
  type CommonTime,
  findCommonTimes,
  maxSearchedPeople,
} from "../../../../shared/bookings/bookings/common-times.contract";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import { addDays } from "../../../../shared/kernel/days";
import { groupBy } from "../../../../shared/kernel/group-by";
import { localDayAt, localDayStartAt } from "../../../../shared/kernel/wall-clock";
import { compareNames } from "../../../platform/intl/useNameOf";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useTimeSpanText } from "../../../platform/intl/useTimeSpanText";
import { ProblemError } from "../../../platform/problem-error";
import { useEndpoint } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";
import { DateField } from "../../../ui/fields/DateField";
import { NumberField } from "../../../ui/fields/NumberField";
import { useDuration } from "../../../ui/fields/useDuration";
import { ErrorState } from "../../../ui/states/ErrorState";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import classes from "../bookings.module.css";
import type { BookingInput } from "../form/booking-values";
import { useParticipantOptions } from "../form/useParticipantOptions";
import found from "./Finding.module.css";

interface FindTimeFormProps {
  resources: readonly GridResource[];
  /** First day of the search. */
  day: string;
  /** The tenant's time zone, in which the days of the search begin and end. */
  timeZone: string;
  onBook: (input: BookingInput) => void;
}

const durations = [15, 30, 45, 60, 90, 120, 180, 240, 480] as const;
const searchedDays = 7;

/** Searches a time when several people and a room are free, and opens the booking form with it. */
export function FindTimeForm({ resources, day, timeZone, onBook }: FindTimeFormProps) {
  const text = useText();
  const duration = useDuration();
  const me = useCurrentUser();
  const options = useParticipantOptions(me.id);
  const [users, setUsers] = useState<string[]>([]);
  const [minutes, setMinutes] = useState("60");
  const [days, setDays] = useState({ first: day, last: addDays(day, searchedDays - 1) });
  const [buildings, setBuildings] = useState<string[] | null>(null);
  const [tools, setTools] = useState<string[]>([]);
  const [seats, setSeats] = useState<number | string>("");
  const [isStepFree, setStepFree] = useState(false);
  const [query] = useDebouncedValue(
    {
      users: users.map(Number),
      start_date: new Date(localDayStartAt(days.first, timeZone)).toISOString(),
      end_date: new Date(localDayStartAt(days.last, timeZone, 1)).toISOString(),
      minutes: Number(minutes),
      ...(buildings?.length ? { building_ids: buildings.map(Number) } : {}),
      ...(tools.length > 0 ? { tools: tools.join(",") } : {}),
      ...(Number(seats) > 0 ? { people: Number(seats) } : {}),
      ...(isStepFree ? { step_free: true } : {}),
    },
    250,
  );
  const search = useEndpoint(
    findCommonTimes,
    { query },
    // Keeps the choice of buildings while the next search runs.
    { enabled: query.users.length > 0, staleTime: 0, placeholderData: (previous) => previous },
  );
  const errors = search.error instanceof ProblemError ? search.error.errors : undefined;
  const errorOf = (name: string) => errors?.[name]?.[0];
  const answer = users.length > 0 ? search.data?.data : undefined;
  const searchableBuildings = search.data?.data.buildings ?? [];
  const searched = searchableBuildings.flatMap((building) => (building.searched ? [String(building.id)] : []));
  const isCurrent = answer && !search.isPlaceholderData && !search.error;
  return (
    <div className={classes.fields}>
      <MultiSelect
        data-autofocus
        label={text("booking.participants")}
        description={text("booking.findTime.people", { max: maxSearchedPeople })}
        searchable
        maxValues={maxSearchedPeople}
        data={options.data}
        value={users}
        error={errorOf("users")}
        onChange={(values) => setUsers(options.chosen(values).slice(0, maxSearchedPeople))}
      />
      <Select
        label={text("booking.findTime.duration")}
        allowDeselect={false}
        data={durations.map((value) => ({ value: String(value), label: duration(value) }))}
        value={minutes}
        error={errorOf("minutes")}
        onChange={(value) => value && setMinutes(value)}
      />
      <div className={classes.pair}>
        <DateField
          label={text("booking.findTime.firstDay")}
          value={days.first}
          error={errorOf("start_date")}
          onChange={(first) => first && setDays(({ last }) => ({ first, last: last < first ? first : last }))}
        />
        <DateField
          label={text("booking.lastDay")}
          value={days.last}
          min={days.first}
          error={errorOf("end_date")}
          onChange={(last) => last && setDays(({ first }) => ({ first, last }))}
        />
      </div>
      <MultiSelect
        label={text("booking.findTime.buildings")}
        searchable
        disabled={searchableBuildings.length === 0}
        data={searchableBuildings.map(({ id, name, address }) => ({
          value: String(id),
          label: [name, address].filter(Boolean).join(" · "),
        }))}
        value={buildings ?? searched}
        error={errorOf("building_ids")}
        onChange={setBuildings}
      />
      <div className={classes.pair}>
        <MultiSelect
          label={text("booking.tools")}
          data={[...new Set(resources.flatMap((each) => each.tools))].sort(compareNames)}
          value={tools}
          onChange={setTools}
        />
        <NumberField
          label={text("booking.seatsNeeded")}
          placeholder={String(users.length + 1)}
          min={1}
          max={100_000}
          value={seats}
          error={errorOf("people")}
          onChange={setSeats}
        />
      </div>
      <Switch
        label={text("booking.findTime.stepFree")}
        checked={isStepFree}
        onChange={(event) => setStepFree(event.currentTarget.checked)}
      />
      {users.length === 0 && <p role="status">{text("booking.findTime.choose")}</p>}
      {users.length > 0 && !isCurrent && !search.error && <SkeletonRows rows={4} height={44} />}
      {users.length > 0 && search.error && !errors && (
        <ErrorState error={search.error} onRetry={() => void search.refetch()} retrying={search.isFetching} />
      )}
      {isCurrent && (
        <Times
          times={answer.times}
          nameOf={(id) => (id === me.id ? text("booking.findTime.you") : nameIn(options.people, id))}
          onBook={({ room, start_date, end_date }) =>
            onBook({
              resourceId: room?.id ?? null,
              from: Date.parse(start_date),
              until: Date.parse(end_date),
              bookingId: null,
              booking: null,
              isChosen: true,
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
