import { useSingleRun } from "../../platform/single-run";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import type { AffectedBooking } from "../../../shared/bookings/resources/affected-bookings";
import {
  createOutage,
  deleteOutage,
  listOutages,
  type OutageKind,
  outageSchema,
} from "../../../shared/bookings/resources/outages.contract";
import { AffectedBookings, affectedBookingsIn, type ReassignmentChoices, toReassignments } from "./AffectedBookings";
import { call, newIdempotencyKey } from "../../platform/api";
import { TimeFields } from "./TimeFields";
import { useTimeSpanText } from "../../platform/intl/useTimeSpanText";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { toast } from "../../ui/toast/toast";
import { FailedReads } from "../../ui/states/FailedReads";
import classes from "./resources.module.css";

type Of = { [Kind in OutageKind]: Record<`${Kind}_id`, number> }[OutageKind];

interface OutagesProps {
  of: Of;
  /** Time zone of the building for rooms; cars and drivers use the tenant's time zone. */
  timeZone?: string;
}

export function Outages({ of, timeZone }: OutagesProps) {
  const text = useText();
  const when = useTimeSpanText();
  const own = useCurrentUser().tenant.time_zone;
  const zone = timeZone ?? own;
  const query = useEndpoint(listOutages, { query: of });
  const [run] = useSingleRun();
  const remove = (id: number) =>
    run(["remove", id], async () => {
      const { message } = await call(deleteOutage, { params: { id } });
      toast.done(message);
      await query.refetch();
    });
  const outages = query.data?.data ?? [];
  return (
    <section className={classes.outages} aria-label={text("outage.title")}>
      <h3 className={classes.heading}>{text("outage.title")}</h3>
      <FailedReads reads={[query]} />
      {outages.length > 0 && (
        <ul>
          {outages.map(({ id, start_date, end_date, reason }) => (
            <li key={id}>
              <span>
                {when(start_date, end_date, zone)}
                {reason && (
                  <small>
                    <bdi>{reason}</bdi>
                  </small>
                )}
              </span>
              <ActionIcon size={28} aria-label={text("outage.remove")} onClick={() => void remove(id)}>
                <IconX size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <NewOutage of={of} timeZone={zone} onAdded={() => void query.refetch()} />
    </section>
  );
}

const hourMs = 3_600_000;

/** Default period: four hours from the next full hour. */
function defaultOutage() {
  const from = Math.ceil(Date.now() / hourMs) * hourMs;
  return { start_date: new Date(from).toISOString(), end_date: new Date(from + 4 * hourMs).toISOString() };
}

function NewOutage({ of, timeZone, onAdded }: { of: Of; timeZone: string; onAdded: () => void }) {
  const text = useText();
  const [affected, setAffected] = useState<AffectedBooking[] | null>(null);
  const [answers, setAnswers] = useState<ReassignmentChoices>({});
  const form = useForm(outageSchema, {
    draft: { storageKey: `outage:${JSON.stringify(of)}`, keptFields: ["reason"] },
    initialValues: { ...defaultOutage(), reason: "" },
    onSubmit: async ({ start_date, end_date, reason }, { idempotencyKey }) => {
      const bookings = affected ? toReassignments(affected, answers) : undefined;
      const body = { ...of, start_date, end_date, reason, bookings };
      try {
        // A retry with other answers is a different request and needs a new idempotency key.
        const { message } = await call(createOutage, {
          body,
          idempotencyKey: bookings ? newIdempotencyKey() : idempotencyKey,
        });
        toast.done(message ?? "");
        setAffected(null);
        form.reset();
        onAdded();
      } catch (error) {
        const inTheWay = affectedBookingsIn(error);
        if (!inTheWay?.length) throw error;
        setAffected(inTheWay);
      }
    },
  });
  return (
    <Form form={form}>
      <TimeFields form={form} start={form.values.start_date} end={form.values.end_date} timeZone={timeZone} />
      <TextInput label={<OptionalLabel label={text("outage.reason")} />} {...form.field("reason")} />
      {affected && <AffectedBookings bookings={affected} answers={answers} onAnswer={setAnswers} />}
      <Button type="submit" loading={form.sending}>
        {text(affected ? "outage.addAndMove" : "outage.add")}
      </Button>
    </Form>
  );
}
