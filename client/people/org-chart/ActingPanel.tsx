import { ActionIcon, Button, Select } from "@mantine/core";
import { IconPencil, IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import {
  type ActingAssignment,
  createActingAssignment,
  createActingSchema,
  deleteActingAssignment,
  updateActingAssignment,
  updateActingSchema,
} from "../../../shared/people/acting/acting.contract";
import { PanelForm } from "../../ui/records/PanelForm";
import { usePeopleChoices } from "../organization/usePeopleChoices";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { DateField } from "../../ui/fields/DateField";
import { useRecordForm } from "../../ui/records/useRecordForm";
import { toast } from "../../ui/toast/toast";
import classes from "./org-chart.module.css";
import type { OrgChartData } from "./useChartForest";
import { FailedReads } from "../../ui/states/FailedReads";

interface ActingPanelProps {
  userId: number;
  chart: OrgChartData;
  edit: boolean;
}

export function ActingPanel({ userId, chart, edit }: ActingPanelProps) {
  const text = useText();
  const assignments = [...chart.acting, ...chart.later_acting];
  const ownAssignments = assignments.filter(({ user }) => user.id === userId);
  const otherAssignments = assignments.filter(({ acting }) => acting.id === userId);
  const [editedAssignment, setEditedAssignment] = useState<ActingAssignment | "new" | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  /** Restores the focus when the focused element is removed. */
  const back = () => add.current?.focus();
  if (ownAssignments.length === 0 && otherAssignments.length === 0 && !edit) return null;
  return (
    <section className={classes.acting}>
      {otherAssignments.length > 0 && <h3>{text("acting.others")}</h3>}
      {otherAssignments.map((one) => (
        <Days key={one.id} name={one.user.fullname} one={one} />
      ))}
      {(ownAssignments.length > 0 || edit) && <h3>{text("acting.theirs")}</h3>}
      {ownAssignments.map((one) => (
        <Days key={one.id} name={one.acting.fullname} one={one}>
          {edit && <Changes one={one} onChange={() => setEditedAssignment(one)} onEnded={back} />}
        </Days>
      ))}
      {edit && (
        <Button ref={add} onClick={() => setEditedAssignment("new")} aria-expanded={editedAssignment === "new"}>
          {text("acting.add")}
        </Button>
      )}
      {edit && editedAssignment !== null && (
        <Fields
          key={editedAssignment === "new" ? editedAssignment : editedAssignment.id}
          userId={userId}
          today={chart.today}
          acting={editedAssignment === "new" ? null : editedAssignment}
          onClose={() => {
            setEditedAssignment(null);
            back();
          }}
        />
      )}
    </section>
  );
}

function Days({ name, one, children }: { name: string; one: ActingAssignment; children?: React.ReactNode }) {
  const text = useText();
  const { day } = useFormat();
  return (
    <p className={classes.actingRow}>
      <bdi>{text("acting.between", { name, from: day(one.starts_on, "medium"), to: day(one.ends_on, "medium") })}</bdi>
      {children}
    </p>
  );
}

function Changes({ one, onChange, onEnded }: { one: ActingAssignment; onChange: () => void; onEnded: () => void }) {
  const text = useText();
  const end = useAction(deleteActingAssignment, {
    onSuccess: ({ message }) => {
      toast.done(message);
      onEnded();
    },
  });
  const name = one.acting.fullname;
  return (
    <>
      <ActionIcon aria-label={text("acting.change", { name })} onClick={onChange}>
        <IconPencil size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label={text("acting.end", { name })}
        loading={end.isPending}
        onClick={() => end.mutate({ params: { id: one.id } })}
      >
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </>
  );
}

interface FieldsProps {
  userId: number;
  today: string;
  acting: ActingAssignment | null;
  onClose: () => void;
}

function Fields({ userId, today, acting, onClose }: FieldsProps) {
  const text = useText();
  const people = usePeopleChoices();
  const form = useRecordForm(acting ? updateActingSchema : createActingSchema, {
    record: acting,
    valuesOf: (acting) => ({
      user_id: userId,
      acting_id: acting ? String(acting.acting.id) : null,
      starts_on: acting?.starts_on ?? today,
      ends_on: acting?.ends_on ?? null,
    }),
    groups: [["starts_on", "ends_on"]],
    create: createActingAssignment,
    update: updateActingAssignment,
    bodyOf: (values) => (acting ? values : { ...values, user_id: userId }),
    onClose,
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <FailedReads reads={[people.query]} />
      <Select
        label={text("acting.who")}
        searchable
        limit={60}
        data={people.options.filter(({ value }) => value !== String(userId))}
        {...form.valueProps<string | null>("acting_id")}
      />
      <DateField label={text("acting.from")} {...form.valueProps<string | null>("starts_on")} />
      <DateField label={text("acting.to")} {...form.valueProps<string | null>("ends_on")} />
    </PanelForm>
  );
}
