import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { selectDepartments } from "../../../shared/people/departments/departments.contract";
import {
  createVacancy,
  deleteVacancy,
  fillVacancy,
  updateVacancy,
  type Vacancy,
  vacancySchema,
} from "../../../shared/people/vacancies/vacancies.contract";
import { selectPositions } from "../../../shared/people/positions/positions.contract";
import { PanelForm } from "../../ui/records/PanelForm";
import { SidePanel } from "../../ui/records/SidePanel";
import { usePeopleChoices } from "../organization/usePeopleChoices";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useAction, useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { DateField } from "../../ui/fields/DateField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { useRecordForm } from "../../ui/records/useRecordForm";
import { toast } from "../../ui/toast/toast";
import { FailedReads } from "../../ui/states/FailedReads";
import classes from "./org-chart.module.css";
import tones from "../../ui/layout/tones.module.css";

interface VacancyPanelProps {
  /** "new" creates a vacancy; null closes the panel. */
  vacancy: Vacancy | "new" | null;
  edit: boolean;
  /** Id of a user who may not fill the vacancy with themselves (separation of duties). */
  excludedUserId: number | null;
  onClose: () => void;
}

export function VacancyPanel({ vacancy, edit, excludedUserId, onClose }: VacancyPanelProps) {
  const text = useText();
  const title = vacancy === "new" ? text("vacancy.new") : (vacancy?.position.title ?? "");
  return (
    <SidePanel opened={vacancy !== null} title={title} onClose={onClose}>
      {vacancy !== null && vacancy !== "new" && (
        <Facts vacancy={vacancy} edit={edit} excludedUserId={excludedUserId} onClose={onClose} />
      )}
      {vacancy !== null && edit && <Fields vacancy={vacancy === "new" ? null : vacancy} onClose={onClose} />}
    </SidePanel>
  );
}

interface VacancyProps {
  vacancy: Vacancy;
  edit: boolean;
  excludedUserId: number | null;
  onClose: () => void;
}

function Facts({ vacancy, edit, excludedUserId, onClose }: VacancyProps) {
  const text = useText();
  const { day } = useFormat();
  const { acting, acting_until } = vacancy;
  return (
    <>
      <p className={tones.muted}>
        {acting && acting_until
          ? text("vacancy.acting", { name: acting.fullname, day: day(acting_until, "medium") })
          : text("vacancy.vacant")}
      </p>
      {edit && <Fill vacancy={vacancy} excludedUserId={excludedUserId} onClose={onClose} />}
    </>
  );
}

function Fill({ vacancy, excludedUserId, onClose }: Omit<VacancyProps, "edit">) {
  const text = useText();
  const can = useCan();
  const people = usePeopleChoices();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const done = ({ message }: { message: string }) => {
    toast.done(message);
    onClose();
  };
  const fill = useAction(fillVacancy, { onSuccess: done });
  const remove = useAction(deleteVacancy, { onSuccess: done, onSettled: () => setConfirming(false) });
  const params = { id: vacancy.id };
  const { position, department_id, manager_id } = vacancy;
  return (
    <div className={`${classes.manager} ${classes.filling}`}>
      <Select
        label={text("vacancy.fill")}
        description={text("vacancy.fill.why")}
        searchable
        clearable
        limit={60}
        value={chosen}
        onChange={setChosen}
        data={people.options.filter(({ value }) => value !== String(excludedUserId))}
      />
      <Button
        disabled={chosen === null}
        loading={fill.isPending}
        onClick={() => fill.mutate({ params, body: { user_id: Number(chosen) } })}
      >
        {text("vacancy.fill.confirm")}
      </Button>
      {can("user-create") && (
        <Button
          component={Link}
          to={paths.hireFor({
            vacancy: vacancy.id,
            position: position.id,
            department: department_id,
            manager: manager_id,
          })}
        >
          {text("vacancy.hire")}
        </Button>
      )}
      <Button variant="subtle" color="danger" onClick={() => setConfirming(true)}>
        {text("vacancy.delete")}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={text("vacancy.delete.ask", { name: position.title })}
        confirmLabel={text("vacancy.delete")}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
        onClose={() => setConfirming(false)}
      >
        {text("vacancy.delete.why")}
      </ConfirmDialog>
    </div>
  );
}

const valueOf = (id: number | null | undefined) => (id ? String(id) : null);

function Fields({ vacancy, onClose }: { vacancy: Vacancy | null; onClose: () => void }) {
  const text = useText();
  const people = usePeopleChoices();
  const positions = useEndpoint(selectPositions);
  const departments = useEndpoint(selectDepartments);
  const form = useRecordForm(vacancySchema, {
    record: vacancy,
    valuesOf: (vacancy) => ({
      position_id: valueOf(vacancy?.position.id),
      department_id: valueOf(vacancy?.department_id),
      parent_id: valueOf(vacancy?.manager_id),
      acting_id: valueOf(vacancy?.acting?.id),
      acting_until: vacancy?.acting_until ?? null,
    }),
    groups: [["acting_id", "acting_until"]],
    create: createVacancy,
    update: updateVacancy,
    onClose,
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <FailedReads reads={[positions, departments, people.query]} />
      <Select
        label={text("vacancy.position")}
        searchable
        data={(positions.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
        {...form.valueProps<string | null>("position_id")}
      />
      <Select
        label={<OptionalLabel label={text("people.field.department")} />}
        searchable
        clearable
        data={(departments.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.valueProps<string | null>("department_id")}
      />
      <Select
        label={<OptionalLabel label={text("vacancy.manager")} />}
        searchable
        clearable
        limit={60}
        data={people.options}
        {...form.valueProps<string | null>("parent_id")}
      />
      <Select
        label={<OptionalLabel label={text("vacancy.standsIn")} />}
        searchable
        clearable
        limit={60}
        data={people.options}
        {...form.valueProps<string | null>("acting_id")}
      />
      {form.values.acting_id && (
        <DateField label={text("vacancy.until")} {...form.valueProps<string | null>("acting_until")} />
      )}
    </PanelForm>
  );
}
