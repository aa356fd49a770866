import { useSingleRun } from "../../../platform/single-run";
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import {
  approveBooking,
  readChoices,
  rejectBooking,
} from "../../../../shared/bookings/bookings/approval/decisions.contract";
import { call } from "../../../platform/api";
import { reportFailure } from "../../../platform/failure";
import { Message, useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { useStoredDraft } from "../../../platform/drafts/useStoredDraft";
import { StoredDraftNotice } from "../../../ui/form/StoredDraftNotice";
import { useEndpoint } from "../../../platform/query";
import { decisionUndoStep } from "../../../approvals/approvals/useDecisionUndo";
import { rememberPending } from "../../../undo/history";
import { CandidateSelect } from "./CandidateSelect";
import classes from "./approval.module.css";
import { useDecisionDeadline } from "./useDecisionDeadline";

export const bookingRowKey = (id: number): string => `booking ${id}`;

interface DecideBookingProps {
  booking: BookingWithPermissions;
  onDone: () => void;
}

export function DecideBooking({ booking, onDone }: DecideBookingProps) {
  const text = useText();
  const { id, bookable_type, driver_needed, version } = booking;
  const isCar = bookable_type === "car";
  const choices = useEndpoint(readChoices, { params: { id } }).data?.data;
  const [car, setCar] = useState<string | null>(null);
  const [driver, setDriver] = useState<string | null>(null);
  const draft = useStoredDraft(`decision:booking:${id}`);
  const [asking, setAsking] = useState(false);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [run, isSending] = useSingleRun();
  const chosenCar = car ?? (choices?.car_id ? String(choices.car_id) : null);
  const chosenDriver = driver ?? (choices?.driver_id ? String(choices.driver_id) : null);

  const decide = (verdict: "approve" | "reject", send: (seen?: { version: number }) => Promise<unknown>) =>
    run([verdict, version], () => sendDecision(verdict, send));
  const sendDecision = async (...[verdict, send]: Parameters<typeof decide>): Promise<boolean> => {
    setErrors({});
    const message = text(`request.said.${verdict}`, { name: booking.requester?.fullname ?? booking.title ?? "" });
    const land = rememberPending(message);
    const requestId = choices?.request_id;
    try {
      await send({ version });
      const decided = (of: number) => ({ text: message, ids: [of], rows: [bookingRowKey(id)], again: () => send() });
      land(requestId ? decisionUndoStep(decided(requestId)) : null, { offer: true });
      draft.forget();
      onDone();
      return true;
    } catch (error) {
      land(null);
      if (error instanceof ProblemError && Object.keys(error.errors).length > 0) setErrors(error.errors);
      else reportFailure(error as Error);
      return false;
    }
  };
  const approve = () => {
    const assigned = isCar ? { car_id: Number(chosenCar) || null, driver_id: Number(chosenDriver) || null } : {};
    return decide("approve", (expectedVersion) =>
      call(approveBooking, { params: { id }, body: { ...assigned, ...expectedVersion } }),
    );
  };
  const reject = () =>
    decide("reject", (expectedVersion) =>
      call(rejectBooking, { params: { id }, body: { reason: draft.value || undefined, ...expectedVersion } }),
    );

  const decideBy = useDecisionDeadline(choices?.decide_by ?? null, booking.time_zone);

  if (choices && !choices.decides)
    return choices.waits_for === null ? null : (
      <p className={classes.waits}>
        <Message id="reservation.waitsFor" values={{ name: <bdi>{choices.waits_for}</bdi> }} />
      </p>
    );
  return (
    <section data-sending-area className={classes.decide} aria-label={text("reservation.decide")}>
      {decideBy && (
        <p className={classes.until}>
          {text("reservation.decideBy.until", { at: decideBy.until })} {decideBy.otherwise}
        </p>
      )}
      {isCar && choices && (
        <>
          {choices.licence_unknown && <p className={classes.until}>{text("reservation.licenceUnknown")}</p>}
          <CandidateSelect
            label={text("reservation.car")}
            choices={choices.cars}
            value={chosenCar}
            onChange={setCar}
            error={errors.car_id?.[0]}
          />
          <CandidateSelect
            label={text(driver_needed ? "reservation.driver" : "reservation.driverIfNeeded")}
            choices={choices.drivers}
            value={chosenDriver}
            onChange={setDriver}
            error={errors.driver_id?.[0]}
          />
        </>
      )}
      {asking && (
        <div>
          <Textarea
            data-autofocus
            label={text("reservation.reason")}
            value={draft.value}
            onChange={(event) => draft.change(event.currentTarget.value)}
          />
          {draft.restored && draft.at !== null && <StoredDraftNotice at={draft.at} onDiscard={draft.clear} />}
        </div>
      )}
      <div className={classes.buttons}>
        {!asking && (
          <Button variant="filled" loading={isSending} onClick={() => void approve()}>
            {text(isCar ? "reservation.approveAndAssign" : "reservation.approve")}
          </Button>
        )}
        <Button
          data-sends={asking || undefined}
          color="danger"
          variant={asking ? "filled" : "default"}
          loading={isSending}
          onClick={() => (asking ? void reject() : setAsking(true))}
        >
          {text("reservation.reject")}
        </Button>
      </div>
    </section>
  );
}
