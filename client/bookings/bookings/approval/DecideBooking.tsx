import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import {
  approveBooking,
  type AssignmentCandidates,
  readChoices,
  rejectBooking,
} from "../../../../shared/bookings/bookings/approval/decisions.contract";
import {
  approveBookingSchema,
  rejectBookingSchema,
} from "../../../../shared/bookings/bookings/approval/decisions.schema";
import { decisionUndoStep } from "../../../approvals/approvals/useDecisionUndo";
import { call } from "../../../platform/api";
import { Message, useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { Form } from "../../../ui/form/Form";
import { useForm } from "../../../ui/form/form";
import { rememberPending } from "../../../undo/history";
import type { FormBindings } from "../form/form.types";
import classes from "./approval.module.css";
import { CandidateSelect } from "./CandidateSelect";
import { useDecisionDeadline } from "./useDecisionDeadline";
import flow from "../../../ui/layout/flow.module.css";
import tones from "../../../ui/layout/tones.module.css";
import { FailedReads } from "../../../ui/states/FailedReads";

export const bookingRowKey = (id: number): string => `booking ${id}`;

interface DecideBookingProps {
  booking: BookingWithPermissions;
  onDone: () => void;
}

interface DecisionValues extends Record<string, unknown> {
  /** Null until the user chooses another one than the suggested. */
  car_id: string | null;
  driver_id: string | null;
  reason: string;
}

const initialValues: DecisionValues = { car_id: null, driver_id: null, reason: "" };

/** The approve button decides immediately; the first press of the reject button shows the field for a reason. */
export function DecideBooking({ booking, onDone }: DecideBookingProps) {
  const text = useText();
  const { id, version, requester, title } = booking;
  const isCar = booking.bookable_type === "car";
  const choicesQuery = useEndpoint(readChoices, { params: { id } });
  const choices = choicesQuery.data?.data;
  const deadline = useDecisionDeadline(choices?.decide_by ?? null, booking.time_zone);
  const [isRejecting, setRejecting] = useState(false);
  const form = useForm(isRejecting ? rejectBookingSchema : approveBookingSchema, {
    initialValues,
    draft: { storageKey: `decision:booking:${id}`, keptFields: ["reason"] },
    onSubmit: async (_, { typedValues }) => {
      const { car_id, driver_id, reason } = withSuggestions(typedValues, choices);
      const verdict = isRejecting ? "reject" : "approve";
      const send = (expectedVersion?: { version: number }): Promise<unknown> => {
        if (isRejecting)
          return call(rejectBooking, { params: { id }, body: { reason: reason || undefined, ...expectedVersion } });
        const assigned = isCar ? { car_id: Number(car_id) || null, driver_id: Number(driver_id) || null } : {};
        return call(approveBooking, { params: { id }, body: { ...assigned, ...expectedVersion } });
      };
      const message = text(`request.said.${verdict}`, { name: requester?.fullname ?? title ?? "" });
      const land = rememberPending(message);
      try {
        await send({ version });
      } catch (error) {
        land(null);
        throw error;
      }
      const rows = [bookingRowKey(id)];
      const requestId = choices?.request_id;
      land(requestId ? decisionUndoStep({ text: message, ids: [requestId], rows, again: () => send() }) : null, {
        offer: true,
      });
      onDone();
    },
  });

  if (choices && !choices.decides)
    return choices.waits_for === null ? null : (
      <p className={classes.waits}>
        <Message id="reservation.waitsFor" values={{ name: <bdi>{choices.waits_for}</bdi> }} />
      </p>
    );
  // The notice about a restored reason belongs to its field.
  const draft = isRejecting ? form.draft : { ...form.draft, restored: null };
  return (
    <section className={classes.decide} aria-label={text("reservation.decide")}>
      {deadline && (
        <p className={tones.muted}>
          {text("reservation.decideBy.until", { at: deadline.until })} {deadline.otherwise}
        </p>
      )}
      <Form form={{ ...form, draft }}>
        <FailedReads reads={[choicesQuery]} />
        {isCar && choices && <AssignmentFields form={form} choices={choices} isDriverNeeded={booking.driver_needed} />}
        {isRejecting && <Textarea data-autofocus label={text("reservation.reason")} {...form.field("reason")} />}
        <div className={flow.wrap}>
          {!isRejecting && (
            <Button variant="filled" loading={form.sending} onClick={() => void form.submit()}>
              {text(isCar ? "reservation.approveAndAssign" : "reservation.approve")}
            </Button>
          )}
          <Button
            data-sends={isRejecting || undefined}
            color="danger"
            variant={isRejecting ? "filled" : "default"}
            loading={form.sending}
            onClick={() => (isRejecting ? void form.submit() : setRejecting(true))}
          >
            {text("reservation.reject")}
          </Button>
        </div>
      </Form>
    </section>
  );
}

const idText = (id: number | null | undefined) => (id ? String(id) : null);

const withSuggestions = (
  values: DecisionValues,
  choices: Pick<AssignmentCandidates, "car_id" | "driver_id"> | undefined,
): DecisionValues => ({
  ...values,
  car_id: values.car_id ?? idText(choices?.car_id),
  driver_id: values.driver_id ?? idText(choices?.driver_id),
});

interface AssignmentFieldsProps {
  form: FormBindings & { values: DecisionValues };
  choices: AssignmentCandidates;
  isDriverNeeded: boolean;
}

function AssignmentFields({ form, choices, isDriverNeeded }: AssignmentFieldsProps) {
  const text = useText();
  const { car_id, driver_id } = withSuggestions(form.values, choices);
  return (
    <>
      {choices.licence_unknown && <p className={tones.muted}>{text("reservation.licenceUnknown")}</p>}
      <CandidateSelect
        {...form.valueProps<string | null>("car_id")}
        label={text("reservation.car")}
        choices={choices.cars}
        value={car_id}
      />
      <CandidateSelect
        {...form.valueProps<string | null>("driver_id")}
        label={text(isDriverNeeded ? "reservation.driver" : "reservation.driverIfNeeded")}
        choices={choices.drivers}
        value={driver_id}
      />
    </>
  );
}
