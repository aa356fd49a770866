import { Textarea, TextInput } from "@mantine/core";
import { useRef } from "react";
import {
  createPosition,
  type Position,
  singlePosition,
  updatePosition,
} from "../../shared/positions/positions.contract";
import { positionSchema } from "../../shared/positions/positions.schema";
import { PanelForm } from "../organisation/PanelForm";
import { PeopleRows } from "../organisation/PeopleRows";
import { SidePanel } from "../organisation/SidePanel";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { useEndpoint } from "../platform/query";
import { Optional } from "../ui/fields/Optional";
import { useForm } from "../ui/form/form";
import { toast } from "../ui/toast/toast";

interface PositionPanelProps {
  opened: boolean;
  /** Null: a new one. */
  position: Position | null;
  onClose: () => void;
}

export function PositionPanel({ opened, position, onClose }: PositionPanelProps) {
  const text = useText();
  return (
    <SidePanel opened={opened} title={position ? position.title : text("position.new")} onClose={onClose}>
      <Fields position={position} onClose={onClose} />
      {position && <WhoHasIt id={position.id} />}
    </SidePanel>
  );
}

function Fields({ position, onClose }: Omit<PositionPanelProps, "opened">) {
  const text = useText();
  const version = useRef(position?.version);
  const form = useForm(positionSchema, {
    initialValues: { title: position?.title ?? "", description: position?.description ?? "" },
    onSubmit: async (values, { idempotencyKey }) => {
      const body = { ...values, version: version.current };
      try {
        const { message } = position
          ? await call(updatePosition, { params: { id: position.id }, body })
          : await call(createPosition, { body, idempotencyKey });
        toast.done(message ?? "");
        onClose();
      } catch (error) {
        if (error instanceof ProblemError && error.code === "organisation.stale") {
          version.current = (error.record as Position).version;
        }
        throw error;
      }
    },
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("position.title")} {...form.field("title")} />
      <Textarea
        label={<Optional label={text("position.description")} />}
        autosize
        minRows={3}
        maxRows={10}
        {...form.field("description")}
      />
    </PanelForm>
  );
}

function WhoHasIt({ id }: { id: number }) {
  const text = useText();
  const people = useEndpoint(singlePosition, { params: { id } }).data?.data.people ?? [];
  return (
    <PeopleRows
      title={text("organisation.people")}
      people={people.map(({ department, ...person }) => ({ ...person, beside: department }))}
    />
  );
}
