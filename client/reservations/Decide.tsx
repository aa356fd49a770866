import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import type { Reservation } from "../../shared/bookings/bookings.contract";
import { approveBooking, readChoices, rejectBooking } from "../../shared/reservations/reservations.contract";
import { call } from "../platform/api";
import { reportFailure } from "../platform/failure";
import { Message, useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { useEndpoint } from "../platform/query";
import { toast } from "../ui/toast/toast";
import { Choices } from "./Choices";
import classes from "./reservations.module.css";
import { useDecideBy } from "./useDecideBy";

interface DecideProps {
  booking: Reservation;
  onDone: () => void;
}

/** Yes or no to a booking; of a car with what is free chosen already, and why others aren't. */
export function Decide({ booking, onDone }: DecideProps) {
  const text = useText();
  const { id, bookable_type, driver_needed, version } = booking;
  const isCar = bookable_type === "car";
  const choices = useEndpoint(readChoices, { params: { id } }).data?.data;
  const [car, setCar] = useState<string | null>(null);
  const [driver, setDriver] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [sending, setSending] = useState(false);
  const chosenCar = car ?? (choices?.car_id ? String(choices.car_id) : null);
  const chosenDriver = driver ?? (choices?.driver_id ? String(choices.driver_id) : null);

  const decide = async (send: () => Promise<{ message?: string | undefined }>) => {
    setSending(true);
    setErrors({});
    try {
      const { message } = await send();
      toast.done(message ?? "");
      onDone();
    } catch (error) {
      if (error instanceof ProblemError && Object.keys(error.errors).length > 0) setErrors(error.errors);
      else reportFailure(error as Error);
    } finally {
      setSending(false);
    }
  };
  const approve = () => {
    const assigned = isCar ? { car_id: Number(chosenCar) || null, driver_id: Number(chosenDriver) || null } : {};
    return decide(() => call(approveBooking, { params: { id }, body: { ...assigned, version } }));
  };
  const reject = () =>
    decide(() => call(rejectBooking, { params: { id }, body: { reason: reason ?? undefined, version } }));

  const decideBy = useDecideBy(choices?.decide_by ?? null);

  if (choices && !choices.decides)
    return choices.waits_for === null ? null : (
      <p className={classes.waits}>
        <Message id="reservation.waitsFor" values={{ name: <bdi>{choices.waits_for}</bdi> }} />
      </p>
    );
  return (
    <section className={classes.decide} aria-label={text("reservation.decide")}>
      {decideBy && (
        <p className={classes.until}>
          {text("reservation.decideBy.until", { at: decideBy.until })} {decideBy.otherwise}
        </p>
      )}
      {isCar && choices && (
        <>
          {choices.licence_unknown && <p className={classes.until}>{text("reservation.licenceUnknown")}</p>}
          <Choices
            label={text("reservation.car")}
            choices={choices.cars}
            value={chosenCar}
            onChange={setCar}
            error={errors.car_id?.[0]}
          />
          <Choices
            label={text(driver_needed ? "reservation.driver" : "reservation.driverIfNeeded")}
            choices={choices.drivers}
            value={chosenDriver}
            onChange={setDriver}
            error={errors.driver_id?.[0]}
          />
        </>
      )}
      {reason !== null && (
        <Textarea
          data-autofocus
          label={text("reservation.reason")}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <div className={classes.buttons}>
        {reason === null && (
          <Button variant="filled" loading={sending} onClick={() => void approve()}>
            {text(isCar ? "reservation.approveAndAssign" : "reservation.approve")}
          </Button>
        )}
        <Button
          color="danger"
          variant={reason === null ? "default" : "filled"}
          loading={sending}
          onClick={() => (reason === null ? setReason("") : void reject())}
        >
          {text("reservation.reject")}
        </Button>
      </div>
    </section>
  );
}
