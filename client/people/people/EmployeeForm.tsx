import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import type { AnyObjectSchema } from "yup";
import { createUserSchema, updateUserSchema } from "../../../shared/people/people/people.schema";
import { createUser, updateUser } from "../../../shared/people/people/user-changes.contract";
import { editableUser, listUsers, readUser } from "../../../shared/people/people/users.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { ProblemError } from "../../platform/problem-error";
import { refetch } from "../../platform/query";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { Form } from "../../ui/form/Form";
import { FormActions } from "../../ui/form/FormActions";
import { useForm } from "../../ui/form/form";
import { mergeChanges, useEditedForm } from "../../ui/form/useEditedRecord";
import { toast } from "../../ui/toast/toast";
import { createBody, changedFields, employeeFromUrl, updateBody, toEmployeeValues } from "./employee-form";
import { EmployeeFields } from "./EmployeeFields";
import { type EmployeeFormState, ReadOnlyEmploymentContext } from "./EmployeeInputs";
import type { EmployeeDetail } from "./people.slots";
import { SeatsFull } from "./Seats";
import classes from "./EmployeeForm.module.css";

/** Requires an initial password unless an invitation is sent. */
const newUserSchema = createUserSchema.test("first", (value, context) => {
  const { access, password } = value as typeof value & { access?: string };
  if (access !== "password" || password) return true;
  return context.createError({ path: "password", message: "field.required" });
});

/** Returns to the list after saving (specification section 2), with refreshed data. */
function useAfterSave() {
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  // Navigates in an effect, after the guard for unsaved changes has seen the saved state.
  useEffect(() => {
    if (saved) void navigate(paths.employees);
  }, [saved, navigate]);
  const finish = (message: string | undefined) => {
    if (message) toast.done(message);
    void refetch(listUsers, readUser, editableUser);
    setSaved(true);
  };
  return { saved, finish };
}

export function EmployeeCreate() {
  const text = useText();
  const { saved, finish } = useAfterSave();
  const [search] = useSearchParams();
  const [empty] = useState(() => employeeFromUrl(search));
  const form = useForm(newUserSchema as unknown as AnyObjectSchema, {
    initialValues: empty,
    onSubmit: async (_, { idempotencyKey }) => {
      const { message } = await call(createUser, { body: createBody(form.values) as never, idempotencyKey });
      finish(message);
    },
  }) as EmployeeFormState;
  return (
    <Frame
      form={form}
      dirty={changedFields(empty, form.values).length > 0 && !saved}
      save={text(form.values.access === "invite" ? "people.saveAndInvite" : "people.save.new")}
      isNew
    />
  );
}

export function EmployeeEdit({ employee }: { employee: EmployeeDetail }) {
  const text = useText();
  const { saved, finish } = useAfterSave();
  const form = useForm(updateUserSchema as unknown as AnyObjectSchema, {
    initialValues: toEmployeeValues(employee),
    onSubmit: async (_, { idempotencyKey }) => {
      const body = { ...updateBody(form.startValues, form.values), version: edited.version };
      try {
        const params = { id: employee.id };
        const { message } = await call(updateUser, { params, body: body as never, idempotencyKey });
        finish(message);
      } catch (error) {
        // Saving again overwrites only the fields that this user has changed.
        if (error instanceof ProblemError && error.code === "user.stale")
          edited.overwrite(error.record as EmployeeDetail);
        throw error;
      }
    },
  }) as EmployeeFormState;
  const dirty = changedFields(form.startValues, form.values).length > 0 && !saved;
  const edited = useEditedForm(form, employee, {
    valuesOf: toEmployeeValues,
    isDirty: dirty,
    // A typed salary must not get the currency that another user has chosen meanwhile.
    merge: (changes, current) => mergeChanges(changes, current, [["salary", "currency"]]),
  });
  return (
    <ReadOnlyEmploymentContext value={!employee.can.change_employment}>
      <Frame
        form={form}
        dirty={dirty}
        save={text("action.save")}
        notice={<ChangedRecordNotice edited={edited} />}
        id={employee.id}
      />
    </ReadOnlyEmploymentContext>
  );
}

interface FrameProps {
  form: EmployeeFormState;
  dirty: boolean;
  save: string;
  notice?: ReactNode;
  isNew?: boolean;
  id?: number;
}

function Frame({ form, dirty, save, notice, isNew = false, id }: FrameProps) {
  const text = useText();
  return (
    <div className={classes.page}>
      <Form form={form}>
        {notice}
        {isNew && <SeatsFull />}
        {form.wrong > 1 && <p className={classes.count}>{text("form.wrong", { count: form.wrong })}</p>}
        <EmployeeFields form={form} isNew={isNew} id={id} />
        <FormActions>
          <Button component={Link} to={paths.employees} variant="subtle" color="gray">
            {text("action.cancel")}
          </Button>
          <Button type="submit" variant="filled" loading={form.sending}>
            {save}
          </Button>
        </FormActions>
      </Form>
      <DraftGuard dirty={dirty} />
    </div>
  );
}
