import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import type { AffectedBooking } from "../../shared/places/affected";
import { createOutage, deleteOutage, listOutages, type OutageKind } from "../../shared/places/outages.contract";
import { outageSchema } from "../../shared/places/places.schema";
import { AffectedBookings, affectedIn, type Answers, answersOf } from "../organisation/AffectedBookings";
import { call, newIdempotencyKey } from "../platform/api";
import { reportFailure } from "../platform/failure";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { Optional } from "../ui/fields/Optional";
import { Form } from "../ui/form/Form";
import { useForm } from "../ui/form/form";
import { toast } from "../ui/toast/toast";
import classes from "./places.module.css";

type Of = { [Kind in OutageKind]: Record<`${Kind}_id`, number> }[OutageKind];

/** When a room, a car, a driver or a piece of equipment is out of order: from now on, with one more below. */
export function Outages({ of }: { of: Of }) {
  const text = useText();
  const { dateTime } = useFormat();
  const query = useEndpoint(listOutages, { query: of });
  const remove = async (id: number) => {
    try {
      const { message } = await call(deleteOutage, { params: { id } });
      toast.done(message);
      await query.refetch();
    } catch (error) {
      reportFailure(error as Error);
    }
  };
  const outages = query.data?.data ?? [];
  return (
    <section className={classes.outages} aria-label={text("outage.title")}>
      <h3 className={classes.heading}>{text("outage.title")}</h3>
      {outages.length > 0 && (
        <ul>
          {outages.map(({ id, start_date, end_date, reason }) => (
            <li key={id}>
              <span>
                {text("outage.span", { from: dateTime(start_date), until: dateTime(end_date) })}
                {reason && <small>{reason}</small>}
              </span>
              <ActionIcon size={28} aria-label={text("outage.remove")} onClick={() => void remove(id)}>
                <IconX size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <NewOutage of={of} onAdded={() => void query.refetch()} />
    </section>
  );
}

function NewOutage({ of, onAdded }: { of: Of; onAdded: () => void }) {
  const text = useText();
  const [affected, setAffected] = useState<AffectedBooking[] | null>(null);
  const [answers, setAnswers] = useState<Answers>({});
  const form = useForm(outageSchema, {
    initialValues: { start_date: "", end_date: "", reason: "" },
    onSubmit: async ({ start_date, end_date, reason }, { idempotencyKey }) => {
      // What is typed is the reader's own clock.
      const times = { start_date: new Date(start_date).toISOString(), end_date: new Date(end_date).toISOString() };
      const bookings = affected ? answersOf(affected, answers) : undefined;
      const body = { ...of, ...times, reason, bookings };
      try {
        // What is sent with other answers is another call.
        const { message } = await call(createOutage, {
          body,
          idempotencyKey: bookings ? newIdempotencyKey() : idempotencyKey,
        });
        toast.done(message ?? "");
        setAffected(null);
        form.reset();
        onAdded();
      } catch (error) {
        const inTheWay = affectedIn(error);
        if (!inTheWay?.length) throw error;
        setAffected(inTheWay);
      }
    },
  });
  return (
    <Form form={form}>
      <div className={classes.pair}>
        <TextInput type="datetime-local" label={text("outage.from")} {...form.field("start_date")} />
        <TextInput type="datetime-local" label={text("outage.until")} {...form.field("end_date")} />
      </div>
      <TextInput label={<Optional label={text("outage.reason")} />} {...form.field("reason")} />
      {affected && <AffectedBookings bookings={affected} answers={answers} onAnswer={setAnswers} />}
      <Button type="submit" loading={form.sending}>
        {text(affected ? "outage.addAndMove" : "outage.add")}
      </Button>
    </Form>
  );
}
