import { Button, SegmentedControl, Select } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, Navigate, useParams, useSearchParams } from "react-router-dom";
import {
  type BookingRequest,
  listBookingRequests,
  readBookingRequest,
} from "../../shared/reservations/booking-requests.contract";
import { reservationStatuses } from "../../shared/reservations/reservations.workflow";
import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { call } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { keyOf, useEndpoint } from "../platform/query";
import { useScreenTitle } from "../platform/screen-title";
import { useCan } from "../platform/session";
import { PageHead, Toolbar } from "../ui/PageHead";
import { Avatar } from "../ui/signs/Avatar";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { BookingDecision } from "./BookingDecision";
import { BookingRequestStatus } from "./BookingRequestStatus";
import classes from "./reservations.module.css";
import { useAskedWords } from "./useAskedWords";

const scopes = ["mine", "team", "all"] as const;
const pageSize = 50;

type Page = ReplyOf<typeof listBookingRequests>;

/** Page by page, the latest first; live, since its key begins like that of the call. */
const useRequests = (query: Partial<QueryOf<typeof listBookingRequests>>) =>
  useInfiniteQuery<Page, Error, BookingRequest[], unknown[], number>({
    queryKey: [...keyOf(listBookingRequests, {}, query), "pages"],
    queryFn: ({ pageParam: page, signal }) =>
      call(listBookingRequests, { query: { ...query, per_page: pageSize, page }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
    select: ({ pages }) => [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()],
  });

/** Bookings that somebody decides: one's own, one's people's, all. */
export function BookingRequestsPage() {
  const text = useText();
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const scope = scopes.find((one) => one === search.get("scope")) ?? "mine";
  const status = reservationStatuses.find((one) => one === search.get("status")) ?? null;
  const query = useRequests({ scope, status: status ?? "" });
  const set = (name: string, value: string | null) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });
  const offered = scopes.filter(
    (one) => one === "mine" || can("reservation-all") || (one === "team" && can("reservation-approve")),
  );
  return (
    <>
      <PageHead title={text("title.bookingRequests")} />
      <Toolbar>
        {offered.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={text("forms.scope")}
            value={scope}
            onChange={(value) => set("scope", value === "mine" ? null : value)}
            data={offered.map((one) => ({ value: one, label: text(`leave.scope.${one}`) }))}
          />
        )}
        <Select
          size="xs"
          clearable
          aria-label={text("leave.statusLabel")}
          placeholder={text("leave.anyStatus")}
          value={status}
          onChange={(value) => set("status", value)}
          data={reservationStatuses
            .filter((one) => one !== "draft")
            .map((one) => ({ value: one, label: text(`reservation.status.${one}`) }))}
        />
      </Toolbar>
      <div className={classes.page}>
        <QueryBoundary query={query} loading={<SkeletonRows rows={6} />} failed={text("booking.failed")}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                title={text(status ? "leave.noneSuch" : "reservation.none")}
                text={status ? undefined : text("reservation.noneWhy")}
              />
            ) : (
              <>
                <ul className={classes.rows}>
                  {rows.map((request) => (
                    <Row key={request.id} request={request} />
                  ))}
                </ul>
                {query.hasNextPage && (
                  <p className={classes.more}>
                    <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                      {text("leave.more")}
                    </Button>
                  </p>
                )}
              </>
            )
          }
        </QueryBoundary>
      </div>
    </>
  );
}

function Row({ request: { id, requester, booking, status, next_status: next } }: { request: BookingRequest }) {
  const words = useAskedWords();
  return (
    <li>
      <Link to={paths.booking("view", id)}>
        <Avatar person={requester} size={24} named />
        <span className={classes.what}>
          <bdi>{words.title(booking)}</bdi>
          <bdi className={classes.quiet}>{words.place(booking)}</bdi>
        </span>
        <span className={classes.when}>{words.when(booking)}</span>
        <span className={classes.next}>
          {next?.action === "decide" && <bdi>{next.approver?.fullname ?? next.role?.name}</bdi>}
        </span>
        <BookingRequestStatus status={status} />
      </Link>
    </li>
  );
}

/** `/bookings/view/7`: one request, with what decides it, and the way to the booking for whoever may change it. */
export function BookingRequestPage() {
  const { mode, id } = useParams();
  if (mode !== "view") return <Navigate to={paths.notFound} replace />;
  return <OneRequest key={id} id={Number(id)} />;
}

function OneRequest({ id }: { id: number }) {
  const text = useText();
  const { timeOf } = useFormat();
  const words = useAskedWords();
  const request = useEndpoint(readBookingRequest, { params: { id } }).data?.data;
  useScreenTitle(request && words.title(request.booking));
  const grid = request?.booking.bookable_type === "car" ? paths.carReservation : paths.roomReservation;
  return (
    <div className={classes.one}>
      <PageHead
        title={text("title.bookingRequests")}
        sub={request?.sent_at && text("leave.sentAt", { at: timeOf(request.sent_at) })}
      >
        {request && (
          <Button
            component={Link}
            to={`${grid}?day=${request.booking.start_date.slice(0, 10)}&booking=${request.booking.id}`}
          >
            {text(request.can.edit ? "reservation.changeBooking" : "reservation.showBooking")}
          </Button>
        )}
      </PageHead>
      <BookingDecision id={id} onDecided={() => undefined} />
    </div>
  );
}
