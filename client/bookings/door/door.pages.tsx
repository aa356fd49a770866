import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router-dom";
import {
  bookAtDoor,
  checkInAtDoor,
  type Door,
  doorMinutes,
  endAtDoor,
  readDoor,
} from "../../../shared/bookings/door.contract";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { OfflineError } from "../../platform/problem-error";
import { readOf, showAnswer, useAction } from "../../platform/query";
import { Skeleton } from "../../ui/states/Skeleton";
import { useDuration } from "../../ui/fields/useDuration";
import { dayText } from "../grid/grid.time";
import { DayBar } from "./DayBar";
import classes from "./Door.module.css";
import { ScanHere } from "./ScanHere";

const askEveryMs = 10_000;

/** `/room/{id}/door`: a tablet beside a room. It has no session; what it shows stays when the line drops, and says so. */
export function DoorPage() {
  const text = useText();
  const { id } = useParams();
  const [search] = useSearchParams();
  const read = { params: { id: Number(id) }, query: { key: search.get("key") ?? "" } };
  const query = useQuery({
    ...readOf(readDoor, read),
    queryFn: () => call(readDoor, read),
    refetchInterval: askEveryMs,
  });
  if (query.data) return <Screen door={query.data.data} read={read} offline={query.error instanceof OfflineError} />;
  return (
    <main className={classes.door}>{query.error ? <h1>{text("door.unknown")}</h1> : <Skeleton height={96} />}</main>
  );
}

interface ScreenProps {
  door: Door;
  read: { params: { id: number }; query: { key: string } };
  offline: boolean;
}

function Screen({ door, read, offline }: ScreenProps) {
  const text = useText();
  const format = useFormat();
  const duration = useDuration();
  // The clock of this tablet may be wrong: what the server said last counts, unless it is out of reach.
  const clock = useNow().getTime();
  const now = offline ? Math.max(clock, Date.parse(door.now)) : Date.parse(door.now);
  const { room, bookings } = door;
  const ahead = bookings.filter(({ end_date }) => Date.parse(end_date) > now);
  const present = ahead.find(({ start_date }) => Date.parse(start_date) <= now);
  const next = ahead.filter((each) => each !== present);
  const freeUntil = next[0]?.start_date;
  const waits = present && room.checks_in && !present.checked_in;
  const untilWhen = () => {
    if (present) return text("door.until", { time: format.time(present.end_date) });
    if (!freeUntil || dayText(new Date(freeUntil)) !== dayText(new Date(now))) return text("door.untilTomorrow");
    const minutes = Math.floor((Date.parse(freeUntil) - now) / 60_000);
    return text("door.untilFor", { time: format.time(freeUntil), length: duration(minutes) });
  };
  return (
    <main className={classes.door} data-taken={present !== undefined || undefined}>
      <header>
        {room.image && <img src={`${room.image}?door=${encodeURIComponent(read.query.key)}`} alt="" />}
        <span>
          <h1>{room.name}</h1>
          <p>
            {[
              room.place,
              ...(room.capacity === null ? [] : [text("booking.seats", { count: room.capacity })]),
              ...room.tools,
            ].join(", ")}
          </p>
        </span>
        <b className={classes.clock}>{format.time(new Date(clock))}</b>
      </header>
      <section className={classes.state} aria-live="polite">
        <h2>{text(present ? "door.taken" : "door.free")}</h2>
        <p>{untilWhen()}</p>
        {present && (
          <p className={classes.who}>
            <b>{present.title ?? text("booking.busy")}</b>
            {present.who && <span>{present.who}</span>}
          </p>
        )}
        <Actions door={door} read={read} present={present} now={now} freeUntil={freeUntil} disabled={offline} />
      </section>
      <aside>
        <h2>{text("door.next")}</h2>
        {next.length === 0 && <p>{text("door.nothing")}</p>}
        <ul>
          {next.slice(0, 4).map((each) => (
            <li key={each.id}>
              <time dateTime={each.start_date}>{format.timeOf(each.start_date, new Date(now))}</time>
              <span>
                <b>{each.title ?? text("booking.busy")}</b>
                <small>{each.who}</small>
              </span>
            </li>
          ))}
        </ul>
        <ScanHere now={now} waitingId={waits ? present.id : null} />
      </aside>
      <DayBar bookings={bookings} now={now} />
      <footer role="status" data-offline={offline || undefined}>
        {offline ? text("door.offline", { time: format.time(door.now) }) : text("door.live")}
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
  const { queryKey } = readOf(readDoor, read);
  const onSuccess = (answer: { data: Door }) => showAnswer(client, queryKey, answer);
  const onSettled = () => void client.invalidateQueries({ queryKey });
  const book = useAction(bookAtDoor, { onSuccess, onSettled });
  const arrive = useAction(checkInAtDoor, { onSuccess, onSettled });
  const end = useAction(endAtDoor, { onSuccess, onSettled });
  const { params } = read;
  const { key } = read.query;
  if (present) {
    return (
      <div className={classes.actions}>
        {door.room.checks_in && !present.checked_in && (
          <button type="button" data-first disabled={disabled} onClick={() => arrive.mutate({ params, body: { key } })}>
            <b>{text("booking.checkIn")}</b>
          </button>
        )}
        <button type="button" disabled={disabled} onClick={() => end.mutate({ params, body: { key } })}>
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
              <small>{text("door.until", { time: format.time(new Date(until)) })}</small>
            </button>
          );
        })}
      </div>
    </>
  );
}
