import { Button, SegmentedControl, Textarea } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { AnyObjectSchema } from "yup";
import { type EmploymentChange, planChange } from "../../../shared/people/employment/employment.contract";
import { changeSchema } from "../../../shared/people/employment/employment.schema";
import { listWorkSchedules } from "../../../shared/work/schedules/schedules.contract";
import type { WorkSchedule } from "../../../shared/work/schedules/schedules.rules";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { ProblemError } from "../../platform/problem-error";
import { useEndpoint } from "../../platform/query";
import { DateField } from "../../ui/fields/DateField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { Form } from "../../ui/form/Form";
import { FormActions } from "../../ui/form/FormActions";
import { useForm } from "../../ui/form/form";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toast/toast";
import { PromotionFields, type PromotionState } from "./PromotionFields";
import {
  toPromotionBody,
  type Employee,
  currentPromotionValues,
  type PromotionValues,
  initialPromotionValues,
} from "./promotion-values";
import { refetchEmployment } from "./refetch-employment";
import classes from "./PromotionForm.module.css";

interface PromotionFormProps {
  employee: Employee;
  change?: EmploymentChange;
  view: boolean;
}

export function PromotionForm({ employee, change, view }: PromotionFormProps) {
  const text = useText();
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  // The body contains what the user changed since then: a colleague's newer change must not be sent back to its old value.
  const [{ current, began }] = useState(() => ({
    current: currentPromotionValues(employee),
    began: initialPromotionValues(employee, change),
  }));
  const readSchedules = useEndpoint(listWorkSchedules, { params: { id: employee.id } }).data?.data.schedules;
  const [schedules, setSchedules] = useState<readonly WorkSchedule[] | undefined>(readSchedules);
  if (!schedules && readSchedules) setSchedules(readSchedules);
  const form = useForm(changeSchema as unknown as AnyObjectSchema, {
    draft: { storageKey: view ? null : `employment:${employee.id}:${change?.id ?? "new"}`, keptFields: ["reason"] },
    initialValues: began,
    onSubmit: async (_, { idempotencyKey }) => {
      const replaced = change ? { replaces_id: change.id } : {};
      const body = { ...toPromotionBody(current, form.values, schedules), ...replaced } as never;
      const { message } = await call(planChange, { params: { id: employee.id }, body, idempotencyKey }).catch(
        (error: unknown) => {
          // Saving again overwrites the schedule of the other user.
          if (error instanceof ProblemError && error.code === "organization.stale")
            setSchedules((error.record as { schedules: WorkSchedule[] }).schedules);
          throw error;
        },
      );
      if (message) toast.done(message);
      refetchEmployment();
      setSaved(true);
    },
  }) as PromotionState;
  // Navigates in an effect, after the unsaved-changes guard has seen the saved state.
  useEffect(() => {
    if (saved) void navigate(paths.employeeView(employee.id));
  }, [saved, navigate, employee.id]);
  const dirty = JSON.stringify(began) !== JSON.stringify(form.values);
  return (
    <div className={classes.page}>
      <Form form={form}>
        {employee.can.edit && !employee.can.change_employment && <p>{text("problem.user.ownEmployment")}</p>}
        <fieldset disabled={view} className={classes.plain}>
          <Panel title={text("employment.when")} padded>
            <div className={classes.when}>
              <SegmentedControl
                aria-label={text("employment.kind")}
                value={form.values.type}
                onChange={(type) => form.setValue("type", type as PromotionValues["type"])}
                data={[
                  { value: "promotion", label: text("people.history.promotion") },
                  { value: "change", label: text("people.history.change") },
                ]}
              />
              <DateField
                label={text("employment.effectiveOn")}
                description={text("employment.effectiveOn.why")}
                {...form.valueProps<string | null>("effective_on")}
                min={employee.date_of_joining}
                max={employee.last_day}
              />
              <Textarea
                label={<OptionalLabel label={text("employment.reason")} />}
                {...form.field("reason")}
                autosize
                minRows={2}
              />
            </div>
          </Panel>
          <Panel title={text("employment.fromTo")} padded>
            <PromotionFields form={form} employee={employee} />
          </Panel>
        </fieldset>
        <FormActions>
          <Button component={Link} to={paths.employeeView(employee.id)} variant="subtle" color="gray">
            {text("action.cancel")}
          </Button>
          {!view && (
            <Button type="submit" variant="filled" loading={form.sending}>
              {text("employment.plan")}
            </Button>
          )}
        </FormActions>
      </Form>
      <DraftGuard dirty={dirty && !saved} onDiscard={form.draft.forget} />
    </div>
  );
}
