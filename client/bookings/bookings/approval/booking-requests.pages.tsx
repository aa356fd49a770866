import { Button } from "@mantine/core";
import { Link, Navigate, useParams } from "react-router-dom";
import {
  type BookingRequest,
  listBookingRequests,
  readBookingRequest,
} from "../../../../shared/bookings/bookings/approval/booking-requests.contract";
import { bookingRequestStatuses } from "../../../../shared/bookings/bookings/approval/bookings.workflow";
import { RequestList } from "../../../approvals/approvals/list/RequestList";
import { availableScopes, useRequestFilter } from "../../../approvals/approvals/list/useRequestFilter";
import { useFormat, useText } from "../../../platform/intl/useText";
import { usePagedList } from "../../../platform/pages";
import { paths } from "../../../platform/paths";
import { useEndpoint } from "../../../platform/query";
import { useScreenTitle } from "../../../platform/screen-title";
import { useCan } from "../../../platform/session";
import { PageHead } from "../../../ui/PageHead";
import { Avatar } from "../../../ui/signs/Avatar";
import { BookingDecision } from "./BookingDecision";
import { BookingRequestStatus } from "./BookingRequestStatus";
import classes from "./approval.module.css";
import { useRequestedText } from "./useRequestedText";
import { useBookingPath } from "../useBookingPath";
import { useRoleName } from "../../../platform/intl/useRoleName";
import flow from "../../../ui/layout/flow.module.css";
import tones from "../../../ui/layout/tones.module.css";

const pageSize = 50;

export function BookingRequestsPage() {
  const text = useText();
  const can = useCan();
  const filter = useRequestFilter(bookingRequestStatuses);
  const { scope, status } = filter;
  const query = usePagedList(listBookingRequests, { query: { scope, status: status ?? "", per_page: pageSize } });
  return (
    <>
      <PageHead title={text("title.bookingRequests")} />
      <RequestList
        query={query}
        filter={filter}
        scopes={availableScopes({ team: can("reservation-approve"), all: can("reservation-all") })}
        statuses={bookingRequestStatuses
          .filter((one) => one !== "draft")
          .map((one) => ({ value: one, label: text(`reservation.status.${one}`) }))}
        failed={text("booking.failed")}
        none={{ title: text("reservation.none"), text: text("reservation.noneWhy") }}
        layout={classes.rows}
      >
        {(request) => <Row key={request.id} request={request} />}
      </RequestList>
    </>
  );
}

function Row({ request: { id, requester, booking, status, next_status: next } }: { request: BookingRequest }) {
  const words = useRequestedText();
  const roleName = useRoleName();
  return (
    <li>
      <Link to={paths.booking("view", id)}>
        <Avatar person={requester} size={24} hasVisibleName />
        <span className={classes.what}>
          <bdi>{words.title(booking)}</bdi>
          <bdi className={classes.quiet}>{words.place(booking)}</bdi>
        </span>
        <span className={classes.when}>{words.when(booking)}</span>
        <span className={tones.muted}>
          {next?.action === "decide" && <bdi>{next.approver?.fullname ?? roleName(next.role)}</bdi>}
        </span>
        <BookingRequestStatus status={status} />
      </Link>
    </li>
  );
}

export function BookingRequestPage() {
  const { mode, id } = useParams();
  if (mode !== "view") return <Navigate to={paths.notFound} replace />;
  return <OneRequest key={id} id={Number(id)} />;
}

function OneRequest({ id }: { id: number }) {
  const text = useText();
  const { timeOf } = useFormat();
  const words = useRequestedText();
  const pathOf = useBookingPath();
  const request = useEndpoint(readBookingRequest, { params: { id } }).data?.data;
  useScreenTitle(request && words.title(request.booking));
  return (
    <div className={flow.fillColumn}>
      <PageHead
        title={text("title.bookingRequests")}
        sub={request?.sent_at && text("leave.sentAt", { at: timeOf(request.sent_at) })}
      >
        {request && (
          <Button component={Link} to={pathOf(request.booking)}>
            {text(request.can.edit ? "reservation.changeBooking" : "reservation.showBooking")}
          </Button>
        )}
      </PageHead>
      <BookingDecision id={id} />
    </div>
  );
}
