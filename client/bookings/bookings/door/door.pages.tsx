import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router-dom";
import {
  bookAtDoor,
  checkInAtDoor,
  type Door,
  doorMinutes,
  endAtDoor,
  readDoor,
} from "../../../../shared/bookings/bookings/door.contract";
import { localDayAt } from "../../../../shared/kernel/wall-clock";
import { call } from "../../../platform/api";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useNow } from "../../../platform/now";
import { ProblemError } from "../../../platform/problem-error";
import { readQueryOptions, setQuery, useAction } from "../../../platform/query";
import { Skeleton } from "../../../ui/states/Skeleton";
import { useDuration } from "../../../ui/fields/useDuration";
import { DayBar } from "./DayBar";
import classes from "./Door.module.css";
import { doorRoomAt, doorStateOf, doorTimeText } from "./door.state";
import { DoorQrCode } from "./DoorQrCode";
import { reloadIfOutdated, useReloadOnNewVersion } from "./useReloadOnNewVersion";

const pollMs = 10_000;

/**
 * `/room/{id}/door`: page for a tablet at a room's door, without a session. While the server isn't reached it keeps the last data and shows a
 * notice; once the address is revoked it shows no data.
 */
export function DoorPage() {
  const text = useText();
  const { id } = useParams();
  const [search] = useSearchParams();
  useReloadOnNewVersion();
  const read = { params: { id: Number(id) }, query: { key: search.get("key") ?? "" } };
  const query = useQuery({
    ...readQueryOptions(readDoor, read),
    queryFn: () => call(readDoor, read),
    refetchInterval: pollMs,
  });
  const state = doorStateOf(query.error);
  if (state === "revoked") return <Notice title={text("door.unknown")} />;
  if (query.data) return <Screen door={query.data.data} read={read} offline={state === "stale"} />;
  return state === "stale" ? <Notice title={text("error.unreachable")} /> : <Notice />;
}

const Notice = ({ title }: { title?: string }) => (
  <main className={classes.door}>{title === undefined ? <Skeleton height={96} /> : <h1>{title}</h1>}</main>
);

interface ScreenProps {
  door: Door;
  read: { params: { id: number }; query: { key: string } };
  offline: boolean;
}

function Screen({ door, read, offline }: ScreenProps) {
  const text = useText();
  const format = useFormat();
  const duration = useDuration();
  // The tablet's clock may be wrong, so the server's time is used unless the tablet is offline.
  const clock = useNow().getTime();
  const now = offline ? Math.max(clock, Date.parse(door.now)) : Date.parse(door.now);
  const { room, bookings, occupied } = door;
  const zone = room.time_zone;
  const startOf = (date: string) => doorTimeText(date, { now, timeZone: zone }, { format, text });
  const endOf = (date: string) => doorTimeText(date, { now, timeZone: zone, isEnd: true }, { format, text });
  const { present, requested, outage, bufferUntil, next, freeUntil } = doorRoomAt(door, now);
  const current = present ?? requested;
  const waits = present && room.checks_in && !present.checked_in;
  const untilWhen = () => {
    const end = (current ?? outage)?.end_date ?? bufferUntil;
    if (end) return text("door.until", { time: endOf(end) });
    if (!freeUntil || localDayAt(Date.parse(freeUntil), zone) !== localDayAt(now, zone))
      return text("door.untilTomorrow");
    const minutes = Math.floor((Date.parse(freeUntil) - now) / 60_000);
    return text("door.untilFor", { time: format.time(freeUntil, zone), length: duration(minutes) });
  };
  const title = () => {
    if (present) return text("door.taken");
    if (outage) return text("booking.outage");
    if (requested) return text("booking.pending");
    return text(bufferUntil ? "door.buffer" : "door.free");
  };
  return (
    <main className={classes.door} data-taken={(present ?? outage) !== undefined || undefined}>
      <header>
        {room.image && <img src={`${room.image}?door=${encodeURIComponent(read.query.key)}`} alt="" />}
        <span>
          <h1>
            <bdi>{room.name}</bdi>
          </h1>
          <p>
            {[
              room.place,
              ...(room.capacity === null ? [] : [text("booking.seats", { count: room.capacity })]),
              ...room.tools,
            ].join(", ")}
          </p>
        </span>
        <b className={classes.clock}>{format.time(new Date(clock), zone)}</b>
      </header>
      <section className={classes.state} aria-live="polite">
        <h2>{title()}</h2>
        <p>{untilWhen()}</p>
        {current && (
          <p className={classes.who}>
            <b>
              <bdi>{current.title ?? text("booking.busy")}</bdi>
            </b>
            {current.who && <bdi>{current.who}</bdi>}
          </p>
        )}
        {!outage && (
          <Actions door={door} read={read} present={present} now={now} freeUntil={freeUntil} disabled={offline} />
        )}
      </section>
      <aside>
        <h2>{text("door.next")}</h2>
        {next.length === 0 && <p>{text("door.nothing")}</p>}
        <ul>
          {next.slice(0, 4).map((each) => (
            <li key={"id" in each ? each.id : `${each.start_date} ${each.end_date}`}>
              <time dateTime={each.start_date}>{startOf(each.start_date)}</time>
              {"id" in each ? (
                <span>
                  <b>
                    <bdi>{each.title ?? text("booking.busy")}</bdi>
                  </b>
                  <small>
                    <bdi>{each.who}</bdi>
                  </small>
                  {each.pending && <small>{text("booking.pending")}</small>}
                </span>
              ) : (
                <b>{text("booking.outage")}</b>
              )}
            </li>
          ))}
        </ul>
        <DoorQrCode waitingId={waits ? present.id : null} />
      </aside>
      <DayBar periods={[...bookings, ...occupied.filter(({ kind }) => kind === "outage")]} now={now} timeZone={zone} />
      <footer role="status" data-offline={offline || undefined}>
        {offline ? text("door.offline", { time: format.time(door.now, zone) }) : text("door.live")}
      </footer>
    </main>
  );
}

interface ActionsProps extends Omit<ScreenProps, "offline"> {
  present: Door["bookings"][number] | undefined;
  now: number;
  freeUntil: string | undefined;
  disabled: boolean;
}

function Actions({ door, read, present, now, freeUntil, disabled }: ActionsProps) {
  const text = useText();
  const format = useFormat();
  const client = useQueryClient();
  const { queryKey } = readQueryOptions(readDoor, read);
  const onSuccess = (answer: { data: Door }) => setQuery(client, queryKey, answer, "reply");
  const onSettled = (_: unknown, error: Error | null) => {
    void client.invalidateQueries({ queryKey });
    // An outdated page may lack what the server requires.
    if (error instanceof ProblemError && error.status === 422) void reloadIfOutdated();
  };
  const book = useAction(bookAtDoor, { onSuccess, onSettled });
  const arrive = useAction(checkInAtDoor, { onSuccess, onSettled });
  const end = useAction(endAtDoor, { onSuccess, onSettled });
  const { params } = read;
  const { key } = read.query;
  if (present) {
    const body = { key, booking_id: present.id };
    return (
      <div className={classes.actions}>
        {door.room.checks_in && !present.checked_in && (
          <button type="button" data-first disabled={disabled} onClick={() => arrive.mutate({ params, body })}>
            <b>{text("booking.checkIn")}</b>
          </button>
        )}
        <button type="button" disabled={disabled} onClick={() => end.mutate({ params, body })}>
          <b>{text("booking.end")}</b>
        </button>
      </div>
    );
  }
  return (
    <>
      <p className={classes.ask}>{text("door.bookNow")}</p>
      <div className={classes.actions}>
        {doorMinutes.map((minutes) => {
          const until = now + minutes * 60_000;
          const fits = freeUntil === undefined || until <= Date.parse(freeUntil);
          return (
            <button
              key={minutes}
              type="button"
              data-first={minutes === 30 || undefined}
              disabled={disabled || !fits || book.isPending}
              onClick={() => book.mutate({ params, body: { key, minutes } })}
            >
              <b>{text("door.minutes", { count: minutes })}</b>
              <small>{text("door.until", { time: format.time(new Date(until), door.room.time_zone) })}</small>
            </button>
          );
        })}
      </div>
    </>
  );
}
